/** The Wi-Fis in reach, and joining one. */
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { readNow } from '../../../../../parts/machine/calls';
import { BOX_NETWORK } from '../../../../../parts/machine/network';
import type { SeenWifi } from '../../../../../parts/machine/types';
import { Loaded, Skeleton } from '../../../../../ui/feedback/States';
import { join as words } from '../strings';
import type { ViewProps } from '../viewProps';
import { JoinDialog } from './JoinDialog';
import { Leave } from './Leave';
import { Signal } from './Signal';

/** The radio takes this long to look; what it finds is in the next list. */
const LOOK_MS = 4_000;

export function Join({ network }: ViewProps) {
  const [looks, setLooks] = useState(0);
  const [chosen, setChosen] = useState<Pick<SeenWifi, 'ssid' | 'secured'> | null>(null);
  const wifis = useQuery<SeenWifi[], Error>({
    queryKey: [BOX_NETWORK, 'wifis'],
    queryFn: async () => (await readNow('/api/box/network/wifis')).body,
  });
  useEffect(() => {
    if (looks > 0) void wifis.refetch();
    const timer = setTimeout(() => void wifis.refetch(), LOOK_MS);
    return () => clearTimeout(timer);
  }, [looks]);
  const joined = network.mode === 'join' ? network.join.ssid : null;
  return (
    <div className="stack machine">
      {joined && <Leave network={network} />}
      <section className="stack group" aria-labelledby="in-reach">
        <div className="split">
          <h2 id="in-reach">{words.inReach}</h2>
          <button
            type="button"
            className="quiet look"
            aria-busy={wifis.isFetching || undefined}
            onClick={() => setLooks(looks + 1)}
          >
            {wifis.isFetching ? words.looking : words.again}
          </button>
        </div>
        <Loaded query={wifis} errorText={words.failed} skeleton={<Skeleton count={1} height="10rem" />}>
          {(list) => (
            <>
              {list.length === 0 && (
                <p className="lead" role="status">
                  {words.none}. {network.mode === 'own' && words.noneOwn}
                </p>
              )}
              <ul className="card rows">
                {list.map((wifi) => (
                  <Wifi
                    key={wifi.ssid}
                    wifi={wifi}
                    joined={wifi.ssid === joined}
                    onChoose={() => setChosen(wifi)}
                  />
                ))}
                <li>
                  <span className="grow">
                    <button
                      type="button"
                      className="name"
                      onClick={() => setChosen({ ssid: '', secured: true })}
                    >
                      {words.other}
                    </button>
                    <small>{words.otherHint}</small>
                  </span>
                  <ChevronRight />
                </li>
              </ul>
            </>
          )}
        </Loaded>
      </section>
      <p className="lead">{words.lead}</p>
      {chosen && <JoinDialog network={network} wifi={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

interface WifiProps {
  wifi: SeenWifi;
  joined: boolean;
  onChoose: () => void;
}

function Wifi({ wifi: { ssid, strength, secured }, joined, onChoose }: WifiProps) {
  return (
    <li>
      <Signal strength={strength} />
      <span className="grow">
        <button type="button" className="name" onClick={onChoose}>
          {ssid}
        </button>
        <small>{secured ? words.secured : words.open}</small>
      </span>
      {joined ? (
        <span className="value">{words.joined}</span>
      ) : (
        !secured && (
          <span className="value" data-status="warning">
            {words.notSafe}
          </span>
        )
      )}
      <ChevronRight />
    </li>
  );
}

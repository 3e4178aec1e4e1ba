/** How many phones the own Wi-Fi has, and how many it holds. */
import type { CSSProperties } from 'react';
import { isNearlyFull, stationsOf } from '../../../../parts/machine/network';
import type { BoxNetwork } from '../../../../parts/machine/types';
import { Notice } from '../../../../ui/feedback/Notice';
import { network as words } from './strings';

const share = (count: number) => ({ '--share': count }) as CSSProperties;

export function Connected({ network }: { network: BoxNetwork }) {
  if (network.mode !== 'own') return null;
  const stations = stationsOf(network);
  const most = network.wifi.maxStations;
  const full = isNearlyFull(network);
  return (
    <section className="stack group" aria-labelledby="connected">
      <div className="split">
        <h2 id="connected">{words.connected}</h2>
        <small>{stations === null ? words.upTo(most) : words.phonesOf(stations, most)}</small>
      </div>
      {stations !== null && (
        <div className="card stack">
          <meter className="sr-only" aria-label={words.places} min={0} max={most} value={stations}>
            {words.phonesOf(stations, most)}
          </meter>
          <div className="meter" aria-hidden="true" data-status={full ? 'warning' : undefined}>
            <i style={share(stations)} />
            <i className="free" style={share(Math.max(0, most - stations))} />
          </div>
          {full && <Notice kind="warning">{words.nearlyFull(most)}</Notice>}
        </div>
      )}
    </section>
  );
}

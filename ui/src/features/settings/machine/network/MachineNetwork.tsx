/** The network of a machine that the box drives: own Wi-Fi, phones on it, other ways in, and what of it can be changed. */
import { type ReactNode, Suspense, useEffect } from 'react';
import { useSearch } from 'wouter';
import { ApiError } from '../../../../api/http/error';
import { useGet } from '../../../../api/http/query';
import { type NetworkNow, useBoxNetwork } from '../../../../parts/machine/network';
import { Loaded, Skeleton } from '../../../../ui/feedback/States';
import { NETWORK, type Settings } from '../../settings';
import { Connected } from './Connected';
import { OwnCard } from './OwnCard';
import { keep as keepWords, network as words } from './strings';
import { useTrialEnd } from './useTrialEnd';
import { Keep, prefetchViews, VIEWS } from './views';
import { WaysIn } from './WaysIn';
import '../../../../styles/shared/bottom-bar.css';
import '../../../../styles/shared/rows.css';
import '../machine.css';

interface MachineNetworkProps {
  settings: Settings;
  /** Addresses and codes, as on every machine. */
  codes: ReactNode;
}

export default function MachineNetwork({ settings, codes }: MachineNetworkProps) {
  const query = useBoxNetwork();
  const end = useTrialEnd(query.data);
  useEffect(prefetchViews, []);
  const skeleton = <Skeleton count={2} height="12rem" />;
  // The system of this machine has no service for its network.
  if (query.error instanceof ApiError && query.error.status === 404) return <>{codes}</>;
  return (
    <Loaded query={query} errorText={words.loadFailed} skeleton={skeleton}>
      {(network) => (
        <>
          {end && !network.pendingUntil && (
            <p className="alert" role="status" data-status={end === 'kept' ? 'ok' : 'warning'}>
              {keepWords[end]}
            </p>
          )}
          <Suspense fallback={skeleton}>
            <Content
              network={network}
              answers={!query.isError}
              at={query.dataUpdatedAt}
              {...{ settings, codes }}
            />
          </Suspense>
        </>
      )}
    </Loaded>
  );
}

interface ContentProps extends MachineNetworkProps {
  network: NetworkNow;
  answers: boolean;
  at: number;
}

function Content({ network, answers, at, settings, codes }: ContentProps) {
  const view = new URLSearchParams(useSearch()).get('change') ?? '';
  const name = useGet(NETWORK).data?.name;
  if (network.pendingUntil) return <Keep network={network} name={name} answers={answers} at={at} />;
  if (view === 'codes') return <>{codes}</>;
  const View = VIEWS[view];
  if (View) return <View network={network} settings={settings} />;
  return (
    <div className="stack machine">
      <OwnCard network={network} name={name} printers={settings.printers} />
      <Connected network={network} />
      <WaysIn network={network} />
    </div>
  );
}

/** How a change of the network ended, whichever phone asked for it. */
import { useEffect, useRef, useState } from 'react';
import { type NetworkNow, sameSettings } from '../../../../parts/machine/network';
import { trialStore } from './trial';

export type TrialEnd = 'kept' | 'back';

/** Null until a change that was seen on this page has ended. */
export function useTrialEnd(network: NetworkNow | undefined): TrialEnd | null {
  const tried = useRef<NetworkNow | null>(null);
  const [end, setEnd] = useState<TrialEnd | null>(null);
  useEffect(() => {
    if (!network) return;
    if (network.pendingUntil) {
      tried.current = network;
      setEnd(null);
      return;
    }
    if (!tried.current) return;
    const before = trialStore.get()?.before;
    // Without the settings of before: those that were tried last, which stay only if they were kept.
    const isKept = before ? !sameSettings(before, network) : sameSettings(tried.current, network);
    setEnd(isKept ? 'kept' : 'back');
    tried.current = null;
    trialStore.set(null);
  }, [network]);
  return end;
}

/** The rate of the moment, and whether that is another one than the person began with. */
import { useRef, useState } from 'react';
import { DEFAULT_RATE } from '../../api/payment';
import { RATE, show, useRate } from '../../api/query';

export interface WatchedRate {
  rate: number;
  rateChanged: boolean;
  /** A payment was refused because the rate is another one by now. */
  tellRate: (now: number) => void;
}

export function useWatchedRate(): WatchedRate {
  const loaded = useRate().data?.rate;
  const [refused, setRefused] = useState(false);
  const first = useRef(loaded);
  first.current ??= loaded;

  function tellRate(now: number) {
    show(RATE, (known) => ({
      updatedAt: known?.updatedAt ?? new Date().toISOString(),
      rate: now,
    }));
    setRefused(true);
  }
  return { rate: loaded ?? DEFAULT_RATE, rateChanged: refused || first.current !== loaded, tellRate };
}

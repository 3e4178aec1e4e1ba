/** The tip of a payment form: its input, and what it leaves of the change. Nothing where a bar takes no tips. */
import { lazy, useState } from 'react';
import { useBox } from '../../api/box';
import { type Bill, withoutTip } from '../../lib/money/tender';
import { amountsOfTip, NO_TIP, type TipInput } from './tip';

export const TipFields = lazy(() => import('./TipFields'));

export interface TipHandle {
  /** Whether the bar takes tips. */
  on: boolean;
  tip: TipInput;
  setTip: (tip: TipInput) => void;
  /** What is left of an excess as change. */
  afterTip: (bill: Bill, excess: bigint) => bigint;
}

export function useTip(start: () => TipInput = () => NO_TIP): TipHandle {
  const box = useBox();
  const [tip, setTip] = useState(start);
  const on = Boolean(box?.tips) || tip !== NO_TIP;
  return { on, tip, setTip, afterTip: (bill, excess) => leftOf(tip, bill, excess) };
}

/** What a tip leaves of an excess as change. */
export function leftOf(tip: TipInput, bill: Bill, excess: bigint): bigint {
  return tip.keep ? 0n : (withoutTip(bill, excess, amountsOfTip(tip)) ?? excess);
}

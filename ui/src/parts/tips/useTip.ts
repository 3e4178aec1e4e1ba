/** The tip of a payment form: its input, and what it leaves of the change. Nothing where a bar takes no tips. */
import { useState } from 'react';
import { useBox } from '../../api/box';
import type { Bill } from '../../lib/money/tender';
import { leftOf, NO_TIP, type TipInput } from './tip';

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

/** The tip of a request that was sent before. */
export function tipOfBody(
  sent: { tipUSD?: unknown; tipLRD?: unknown; keepChange?: unknown } | null,
): TipInput {
  const text = (amount: unknown) => (typeof amount === 'string' ? amount : '');
  if (!sent?.tipUSD && !sent?.tipLRD && !sent?.keepChange) return NO_TIP;
  return { usd: text(sent.tipUSD), lrd: text(sent.tipLRD), keep: sent.keepChange === true };
}

/** Smallest note in L$ that the bar gives as change. */
import { type Cents, parseMoney } from '../lib/money/money';
import { useBox } from './box';

/** Undefined until it is loaded. */
export function useCashStep(): Cents | undefined {
  return parseMoney(useBox()?.lrdCashStep) || undefined;
}

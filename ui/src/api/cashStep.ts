/** The smallest note or coin in L$ that the bar gives as change. */
import { type Cents, parseMoney } from '../lib/money/money';
import { useBox } from './box';

/** In Liberian cents; undefined until it is loaded. */
export function useCashStep(): Cents | undefined {
  return parseMoney(useBox()?.lrdCashStep) || undefined;
}

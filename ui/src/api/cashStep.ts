/** Smallest note in L$ that the box gives as change. */
import { type Cents, parseMoney } from '../lib/money';
import { useBox } from './box';

/** Undefined until the box has told. */
export function useCashStep(): Cents | undefined {
  return parseMoney(useBox()?.lrdCashStep) || undefined;
}

/** Whether tenders exceed the bill where they may not. */
import type { Tender } from '../../api/types';
import { isMoreThanDue } from '../../lib/money/moreThanDue';
import type { Bill } from '../../lib/money/tender';
import { amountsOfTip, type TipInput } from '../tips/tip';
import { CASH } from './methods';
import { sumOf } from './sums';

/** Change is given from cash: other methods may not come to more than is due with the tip, unless the tip is all that is over. */
export function isTooMuch(bill: Bill, tenders: readonly Tender[], tip: TipInput): boolean {
  const given = sumOf(tenders.filter(({ method }) => method !== CASH));
  return !tip.keep && isMoreThanDue(bill, given, amountsOfTip(tip));
}

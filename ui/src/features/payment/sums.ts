/** Sums of tenders, and whether they exceed the bill. */

import type { Tender } from '../../api/types';
import { formatExact } from '../../lib/format';
import { type Currency, type Dual, parseMoney } from '../../lib/money/money';
import { type Bill, isMoreThanDue } from '../../lib/money/tender';
import { amountsOfTip, NO_TIP, type TipInput } from '../tips/tip';
import { CASH } from './methods';

/** Change is given from cash: other methods may not come to more than is due with the tip, unless the tip is all that is over. */
export function isTooMuch(bill: Bill, tenders: readonly Tender[], tip: TipInput = NO_TIP): boolean {
  const given = sumOf(tenders.filter(({ method }) => method !== CASH));
  return !tip.keep && isMoreThanDue(bill, given, amountsOfTip(tip));
}

/** Both amounts as on a receipt: '$5.00 + L$380'. */
export function exactText({ usd, lrd }: Dual): string {
  const parts = [
    ...(usd !== 0 || lrd === 0 ? [formatExact(usd, 'USD')] : []),
    ...(lrd !== 0 ? [formatExact(lrd, 'LRD')] : []),
  ];
  return parts.join(' + ');
}

export function sumOf(tenders: readonly Tender[]): Dual {
  const sum = (wanted: Currency) =>
    tenders
      .filter(({ currency }) => currency === wanted)
      .reduce((total, { amount }) => total + (parseMoney(amount) ?? 0), 0);
  return { usd: sum('USD'), lrd: sum('LRD') };
}

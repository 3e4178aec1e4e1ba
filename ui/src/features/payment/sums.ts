/** Sums of tenders, and whether they exceed the bill. */

import type { Tender } from '../../api/types';
import { formatExact } from '../../lib/format';
import { type Currency, type Dual, parseMoney } from '../../lib/money/money';
import { type Bill, settlementOf } from '../../lib/money/tender';
import { CASH } from './methods';

/** Change is given from cash: other methods may not come to more than is due with the tip, by half a cent or more. */
export function isTooMuch(
  bill: Bill,
  tenders: readonly Tender[],
  afterTip = (excess: bigint) => excess,
): boolean {
  const { excess } = settlementOf(bill, sumOf(tenders.filter(({ method }) => method !== CASH)));
  return afterTip(excess) > 0n;
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

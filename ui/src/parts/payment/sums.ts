/** Sums of tenders. */

import type { Tender } from '../../api/types';
import { formatExact } from '../../lib/format';
import { type Currency, type Dual, parseMoney } from '../../lib/money/money';
import { CASH } from './methods';

/** Both amounts as on a receipt: '$5.00 + L$380'. */
export function exactText({ usd, lrd }: Dual): string {
  const parts = [
    ...(usd !== 0 || lrd === 0 ? [formatExact(usd, 'USD')] : []),
    ...(lrd !== 0 ? [formatExact(lrd, 'LRD')] : []),
  ];
  return parts.join(' + ');
}

/** The part of tenders that is cash. */
export const cashOf = (tenders: readonly Tender[]): Dual =>
  sumOf(tenders.filter(({ method }) => method === CASH));

export function sumOf(tenders: readonly Tender[]): Dual {
  const sum = (wanted: Currency) =>
    tenders
      .filter(({ currency }) => currency === wanted)
      .reduce((total, { amount }) => total + (parseMoney(amount) ?? 0), 0);
  return { usd: sum('USD'), lrd: sum('LRD') };
}

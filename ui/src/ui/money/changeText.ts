/** Change in words. */
import { formatMoney, formatShort, formatTotal } from '../../lib/format';
import type { Dual } from '../../lib/money/money';

/** `$6 + L$50`, `$6.26`, `L$1,190`: dollars without cents when the rest is in Liberian dollars. */
export function changeText({ usd, lrd }: Dual): string {
  if (lrd === 0) return formatMoney(usd, 'USD');
  const liberian = formatTotal(lrd, 'LRD');
  return usd === 0 ? liberian : `${formatShort(usd, 'USD')} + ${liberian}`;
}

/** The amounts of an order in words. */
import type { Order } from '../../api/types';
import { formatTotal } from '../../lib/format';
import type { Dual } from '../../lib/money/money';

/** The same sum twice, the order's own currency first. */
export function bothAmounts({ usd, lrd }: Dual, leads: Order['currency']): string {
  const amounts = [formatTotal(usd, 'USD'), formatTotal(lrd, 'LRD')];
  if (leads === 'LRD') amounts.reverse();
  return amounts.join(' · ');
}

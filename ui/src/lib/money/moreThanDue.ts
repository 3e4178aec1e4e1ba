/** Whether money that gives no change is too much, as a preview; the server decides. */
import type { Dual } from './money';
import { type Bill, balancesOf, exactValue, RATE_SCALE, scaledRate } from './tender';

/**
 * Whether money by methods that give no change is more than is due with the tip. What is due in the currency handed over,
 * as it is shown, is not too much.
 */
export function isMoreThanDue(bill: Bill, tender: Dual, tip: Dual): boolean {
  const scaled = scaledRate(bill.rate);
  const over = 2n * (balancesOf(bill, tender, scaled)[0] - exactValue(tip, scaled));
  const { usd, lrd } = tender;
  return usd + lrd > 0 && (usd === 0 || over > scaled) && (lrd === 0 || over > RATE_SCALE);
}

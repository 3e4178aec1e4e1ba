/** What is handed over beyond the bill, in the currency that it is over in: the tip when a guest leaves the change. */
import type { Dual } from '../../lib/money/money';
import { type Bill, billFor, changeOf, settlementOf } from '../../lib/money/tender';

/** As the box computes it: each debt is paid by its own currency first, then by the other one. */
export function overOf(bill: Bill, given: Dual): Dual {
  const { excess } = settlementOf(bill, given);
  if (excess === 0n) return { usd: 0, lrd: 0 };
  const { owed, rate } = bill;
  if (given.lrd === 0) return changeOf(excess, rate, 'USD');
  if (given.usd === 0) return changeOf(excess, rate, 'LRD', 1);
  const missing = { usd: Math.max(owed.usd - given.usd, 0), lrd: Math.max(owed.lrd - given.lrd, 0) };
  const cost = billFor(missing, rate).remaining;
  const usd = Math.max(given.usd - owed.usd, 0) - (missing.lrd > 0 ? cost.usd : 0);
  const lrd = Math.max(given.lrd - owed.lrd, 0) - (missing.usd > 0 ? cost.lrd : 0);
  return { usd: Math.max(usd, 0), lrd: Math.max(lrd, 0) };
}

/** What is handed over beyond the bill, in the currency that it is over in: the tip when a guest leaves the change. */
import { type Dual, divideRounding } from '../../lib/money/money';
import { type Bill, billFor, changeOf, exactValue, RATE_SCALE, scaledRate } from '../../lib/money/tender';

/** As the box computes it: each debt is paid by its own currency first, then by the other one. */
export function overOf(bill: Bill, given: Dual, excess: bigint): Dual {
  if (excess === 0n) return { usd: 0, lrd: 0 };
  const { owed, rate } = bill;
  if (given.lrd === 0) return changeOf(excess, rate, 'USD');
  if (given.usd === 0) return inLrd(excess);
  const missing = { usd: Math.max(owed.usd - given.usd, 0), lrd: Math.max(owed.lrd - given.lrd, 0) };
  const cost = billFor(missing, rate).remaining;
  const usd = Math.max(given.usd - owed.usd, 0) - (missing.lrd > 0 ? cost.usd : 0);
  if (usd <= 0) return inLrd(excess);
  const rest = excess - exactValue({ usd, lrd: 0 }, scaledRate(rate));
  // Less than half a US cent is a rest of the conversion.
  const isRest = rest * 2n < scaledRate(rate);
  if (rest < 0n && !isRest) return inLrd(excess);
  return { usd, lrd: isRest ? 0 : inLrd(rest).lrd };
}

const inLrd = (value: bigint): Dual => ({ usd: 0, lrd: divideRounding(value, RATE_SCALE) });

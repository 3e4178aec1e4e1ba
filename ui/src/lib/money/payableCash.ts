/** Exact cash as the box books it (`payable.rs`): what a guest is told to lay down, before anything is typed. */
import { type Dual, divideRounding } from './money';
import { type CashSteps, nearestPayable, RATE_SCALE, scaledRate } from './tender';

/**
 * Dollars in what the bar's notes and coins make up, the rest in Liberian dollars. What would come to nothing stays as it is owed: the box
 * takes it all the same.
 */
export function payableCash(
  owed: Dual,
  rate: string | number,
  { lrd: step, usd: smallest, roundsDue }: CashSteps,
): Dual {
  const usd = owed.usd - (owed.usd % smallest);
  const rest = owed.lrd + divideRounding(BigInt(owed.usd - usd) * scaledRate(rate), RATE_SCALE);
  const lrd = roundsDue ? nearestPayable(rest, step) : rest;
  return usd === 0 && lrd === 0 ? owed : { usd, lrd };
}

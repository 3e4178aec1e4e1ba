/** Settles a bill with cash that notes and coins make up, as a preview; the server decides (`payable.rs`). */
import { type Dual, divideRounding } from './money';
import {
  type Bill,
  balancesOf,
  type CashSteps,
  exactValue,
  nearestPayable,
  RATE_SCALE,
  type Settlement,
  scaledRate,
  settlementOf,
} from './tender';

const NOTHING: Dual = { usd: 0, lrd: 0 };

/**
 * The settlement of a bill by `tender`, of which `cash` is cash. What is due in cash in L$ after all other money and with the tip
 * is rounded to what can be paid. The excess includes the tip.
 */
export function cashSettlementOf(
  bill: Bill,
  tender: Dual,
  cash: Dual,
  steps: CashSteps,
  tip: Dual = NOTHING,
): Settlement {
  if (!steps.roundsDue || !(cash.lrd > 0 || (cash.usd > 0 && steps.usd > 1)))
    return settlementOf(bill, tender);
  const lrd = nearestPayable(cash.lrd, steps.lrd);
  const counted = { usd: tender.usd, lrd: tender.lrd - cash.lrd + lrd };
  const scaled = scaledRate(bill.rate);
  const ofTip = exactValue(tip, scaled);
  const [less, more] = balancesOf(bill, counted, scaled);
  const dueOf = (balance: bigint) => divideRounding(BigInt(lrd) * RATE_SCALE - balance + ofTip, RATE_SCALE);
  const [least, most] = [dueOf(more), dueOf(less)];
  if (most <= 0 || lrd < Math.max(nearestPayable(least, steps.lrd), 0)) return settlementOf(bill, counted);
  const over = lrd - nearestPayable(most, steps.lrd);
  const isRounded = over > 0 ? most !== lrd - over : lrd < least || lrd > most;
  if (!isRounded) return settlementOf(bill, counted);
  return { settled: true, remaining: NOTHING, excess: BigInt(Math.max(over, 0)) * RATE_SCALE + ofTip };
}

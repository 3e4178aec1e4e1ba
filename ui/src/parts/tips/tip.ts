/** The tip of a payment as it is typed: amounts, or all of the change. */
import { type Dual, parseMoney, toDecimal } from '../../lib/money/money';
import { type Bill, withoutTip } from '../../lib/money/tender';

export interface TipInput {
  usd: string;
  lrd: string;
  /** All that would be change is the tip. */
  keep: boolean;
}

export const NO_TIP: TipInput = { usd: '', lrd: '', keep: false };

/** The part of a request that says it. */
export interface TipBody {
  tipUSD?: string;
  tipLRD?: string;
  keepChange?: boolean;
}

/** The typed amounts in cents. */
export const amountsOfTip = ({ usd, lrd }: TipInput): Dual => ({
  usd: parseMoney(usd) ?? 0,
  lrd: parseMoney(lrd) ?? 0,
});

export function tipBody(tip: TipInput): TipBody {
  if (tip.keep) return { keepChange: true };
  const { usd, lrd } = amountsOfTip(tip);
  return { ...(usd > 0 ? { tipUSD: toDecimal(usd) } : {}), ...(lrd > 0 ? { tipLRD: toDecimal(lrd) } : {}) };
}

/** What a tip leaves of an excess as change. */
export function leftOf(tip: TipInput, bill: Bill, excess: bigint): bigint {
  return tip.keep ? 0n : (withoutTip(bill, excess, amountsOfTip(tip)) ?? excess);
}

/** The tip of a payment as it is typed: amounts, or all of the change. */
import { type Dual, parseMoney, toDecimal } from '../../lib/money/money';

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

/** The tip of a request that was sent before. */
export function tipOfBody(
  sent: { tipUSD?: unknown; tipLRD?: unknown; keepChange?: unknown } | null,
): TipInput {
  const text = (amount: unknown) => (typeof amount === 'string' ? amount : '');
  if (!sent?.tipUSD && !sent?.tipLRD && !sent?.keepChange) return NO_TIP;
  return { usd: text(sent.tipUSD), lrd: text(sent.tipLRD), keep: sent.keepChange === true };
}

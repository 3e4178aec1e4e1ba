/** What a payout of tips proposes to hand over: only what the bar's notes and coins can pay, and never more than is due. */
import type { Denomination } from '../../../api/types';
import { type Cents, type Dual, fromServer, usdToLrd } from '../../../lib/money/money';

/** Cents in a dollar, the smallest US money in a bar without US coins. */
const DOLLAR: Cents = 100;
/** Cents of the smallest L$ coin, while the bar's setting is not loaded. */
const DEFAULT_LRD_STEP: Cents = 500;

export interface Notes {
  /** Notes and coins that are in use. */
  denominations: readonly Pick<Denomination, 'currency' | 'value' | 'kind'>[];
  lrdCashStep: Cents | undefined;
  /** LRD per USD; undefined while it is not loaded. */
  rate: string | number | undefined;
}

/** Whole dollars, or down to the smallest US coin; the rest in Liberian dollars, rounded down to the smallest note. */
export function proposalOf(due: Dual, { denominations, lrdCashStep, rate }: Notes): Dual {
  const usd = down(due.usd, usdStepOf(denominations));
  const rest = Math.max(0, due.usd) - usd;
  const inLiberian = rest > 0 && rate !== undefined ? usdToLrd(rest, rate) : 0;
  return { usd, lrd: down(Math.max(0, due.lrd) + inLiberian, lrdCashStep ?? DEFAULT_LRD_STEP) };
}

function usdStepOf(denominations: Notes['denominations']): Cents {
  const coins = denominations.filter(({ currency, kind }) => currency === 'USD' && kind === 'coin');
  const values = coins.map(({ value }) => fromServer(value)).filter((value) => value > 0);
  return Math.min(DOLLAR, ...values);
}

const down = (cents: Cents, step: Cents): Cents => Math.max(0, cents - (cents % step));

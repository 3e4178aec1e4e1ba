/** The keys of a payment sheet: what can be laid down for the bill, and for cash the next multiples of notes. */
import type { Denomination } from '../../../api/types';
import { type Currency, type Dual, inOne } from '../../../lib/money/money';
import { payableCash } from '../../../lib/money/payableCash';
import { type Bill, type CashSteps, exactly, nearestPayable, settlementOf } from '../../../lib/money/tender';
import { changeText } from '../../../ui/money/changeText';
import { amountOption, amountOptions, ascending, notesIn } from './cash';

export interface PayKey {
  value: string;
  label: string;
  given: Dual;
}

interface PayKeySettings {
  bill: Bill;
  /** The currency of the first key. */
  leads: Currency;
  steps: CashSteps;
  /** The notes of the bar; null for methods that give no change, which pay to the cent. */
  notes: readonly Denomination[] | null;
  /** An amount that was agreed on: it comes first. */
  agreed?: Dual | undefined;
  /** A part of the bill is the usual thing: single notes below it come before those above. */
  inParts?: boolean | undefined;
}

const DOLLAR = 100;
/** Notes offered per currency for a part of the bill. */
const PARTS = 2;
const NOTHING: Dual = { usd: 0, lrd: 0 };

/** Without change first, the leading currency before the other; then the notes. The first one is preselected. */
export function payKeys({ bill, leads, steps, notes, agreed, inParts }: PayKeySettings): PayKey[] {
  const inCash = notes !== null;
  const dollars = inCash ? inNotes(bill, steps) : exactly(bill, NOTHING, 'USD', NOTHING, null);
  const liberian = exactly(bill, NOTHING, 'LRD', NOTHING, inCash ? steps : null);
  const exact: PayKey[] = [
    { value: 'exact:USD', label: dollars.lrd === 0 ? 'Exact $' : changeText(dollars), given: dollars },
    { value: 'exact:LRD', label: 'Exact L$', given: liberian },
  ];
  // Without a whole dollar both are the same.
  const offered = exact.filter(({ value }) => value === 'exact:LRD' || dollars.usd > 0);
  if (leads === 'LRD') offered.reverse();
  const first =
    agreed && settles(bill, agreed)
      ? agreedFirst(offered, inCash ? payableCash(agreed, bill.rate, steps) : agreed)
      : offered;
  if (!notes) return first;
  const parts = inParts ? partOptions(bill, leads, notes) : [];
  return [...first, ...parts, ...amountOptions(bill, notes, null)];
}

/** It takes the place of the key in the same currencies, which differs from it by rounding at most. */
function agreedFirst(offered: readonly PayKey[], agreed: Dual): PayKey[] {
  const similar = ({ given }: PayKey) => given.usd > 0 === agreed.usd > 0 && given.lrd > 0 === agreed.lrd > 0;
  const same = offered.find(({ given }) => given.usd === agreed.usd && given.lrd === agreed.lrd);
  const key = same ?? { value: 'agreed', label: changeText(agreed), given: agreed };
  return [key, ...offered.filter((one) => !similar(one))];
}

/** Whole dollars and the rest in L$, because there are no US coins: in notes where that settles the bill without change. */
function inNotes(bill: Bill, steps: CashSteps): Dual {
  const usd = bill.remaining.usd - (bill.remaining.usd % DOLLAR);
  if (usd > 0 && settles(bill, { usd, lrd: 0 })) return { usd, lrd: 0 };
  const { remaining } = settlementOf(bill, { usd, lrd: 0 });
  const rounded = { usd, lrd: nearestPayable(remaining.lrd, steps.lrd) };
  return steps.roundsDue || settles(bill, rounded)
    ? rounded
    : exactly(bill, { usd, lrd: 0 }, 'LRD', NOTHING, steps);
}

/** Exactly, without change. */
function settles(bill: Bill, given: Dual): boolean {
  const { settled, excess } = settlementOf(bill, given);
  return settled && excess === 0n;
}

/** For a part of the bill: per currency the largest notes below the total, Liberian dollars first if they lead. */
function partOptions(bill: Bill, leading: Currency, denominations: readonly Denomination[]): PayKey[] {
  const currencies: Currency[] = leading === 'LRD' ? ['LRD', 'USD'] : ['USD', 'LRD'];
  return currencies.flatMap((currency) => {
    const total = inOne(bill.remaining, currency);
    const below = notesIn(currency, denominations).filter((note) => note < total);
    return ascending(below)
      .slice(-PARTS)
      .map((cents) => amountOption(currency, cents));
  });
}

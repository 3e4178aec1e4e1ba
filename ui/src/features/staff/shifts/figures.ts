/** What is shown of the figures of a shift: rows, verdicts, amounts of both currencies. */
import type { ShiftReport } from '../../../api/types';
import { formatCount, formatExact, formatRateLine } from '../../../lib/format';
import { type Currency, fromServer } from '../../../lib/money/money';
import { words as list, report as words } from './strings';

export interface Amounts {
  amountUSD: string;
  amountLRD: string;
}
/** A row of a table: both amounts under a name. */
export interface Row extends Amounts {
  row: string;
}
export type Fact = readonly [label: string, figure: string];

export const money = (amount: string, currency: Currency): string =>
  formatExact(fromServer(amount), currency);

export const isNothing = ({ amountUSD, amountLRD }: Amounts): boolean =>
  fromServer(amountUSD) === 0 && fromServer(amountLRD) === 0;

/** `$10.00 + L$4,260`, or the one that is not zero. */
export function both(amountUSD: string, amountLRD: string, join = ' + '): string {
  const parts = [
    fromServer(amountUSD) !== 0 && money(amountUSD, 'USD'),
    fromServer(amountLRD) !== 0 && money(amountLRD, 'LRD'),
  ].filter(Boolean);
  return parts.join(join) || money('0', 'USD');
}

/** `Short $10.00`, `Over L$1,900`, `Exact`. */
export function verdict(difference: string, currency: Currency): string {
  const cents = fromServer(difference);
  if (cents === 0) return list.exact;
  const amount = formatExact(Math.abs(cents), currency);
  return cents < 0 ? list.short(amount) : list.over(amount);
}

/** The verdicts of both currencies, without the exact one; null where nobody counted. */
export function verdicts(usd: string | null, lrd: string | null): string[] | null {
  if (usd === null || lrd === null) return null;
  const found = [verdict(usd, 'USD'), verdict(lrd, 'LRD')].filter((one) => one !== list.exact);
  return found.length > 0 ? found : [list.exact];
}

/** Rows of nothing are left out, as on paper, but for the sums. */
const ALWAYS = ['takings', 'cash', 'expected', 'counted', 'overShort', 'left'];
export const SUMS = ['takings', 'cash', 'expected', 'overShort'];

export const shownRows = (rows: readonly Row[]): Row[] =>
  rows.filter((row) => ALWAYS.includes(row.row) || !isNothing(row));

export const rowOf = (rows: readonly Row[], name: string): Row | undefined =>
  rows.find(({ row }) => row === name);

/** One row for what came in of each method, and one for what was given back. */
export interface MethodLine extends Amounts {
  name: string;
  count: number;
  isRefund: boolean;
}

export function methodLines({ methods }: Pick<ShiftReport, 'methods'>): MethodLine[] {
  const ids = [...new Set(methods.map(({ method }) => method))];
  return ids.flatMap((id) => {
    const of = methods.filter(({ method }) => method === id);
    const amount = (currency: Currency, figure: 'tendered' | 'refunded') =>
      of.find((one) => one.currency === currency)?.[figure] ?? '0.00';
    const name = of[0]?.name ?? id;
    const count = of.reduce((sum, one) => sum + one.count, 0);
    const line = (figure: 'tendered' | 'refunded'): MethodLine => ({
      name: figure === 'tendered' ? name : words.refunded(name),
      count: figure === 'tendered' ? count : 0,
      isRefund: figure === 'refunded',
      amountUSD: amount('USD', figure),
      amountLRD: amount('LRD', figure),
    });
    return [line('tendered'), line('refunded')].filter((one) => one.count > 0 || !isNothing(one));
  });
}

export function headFacts(report: ShiftReport): Fact[] {
  const { firstReceipt, lastReceipt } = report;
  const facts: (Fact | false)[] = [
    [words.opened, words.by(report.openedBy, report.openedAt)],
    report.closedAt !== null && [words.closed, words.by(report.closedBy ?? '', report.closedAt)],
    report.responsibleName !== report.openedBy && [words.responsible, report.responsibleName],
    report.handedTo !== null && [words.handedTo, report.handedTo],
    [
      words.receipts(report.receipts),
      firstReceipt && lastReceipt ? words.range(firstReceipt, lastReceipt) : '',
    ],
    [words.entries, words.range(String(report.firstEntry), String(report.lastEntry))],
    [words.rate, formatRateLine(report.rate)],
    report.clockJumps > 0 && [words.clockJumps, formatCount(report.clockJumps)],
  ];
  return facts.filter((fact) => fact !== false);
}

export function informationFacts(report: ShiftReport): Fact[] {
  const tally = (label: string, of: ShiftReport['assumed'], join?: string): Fact | false =>
    of.count > 0 && [label, words.times(of.count, both(of.amountUSD, of.amountLRD, join))];
  const { openingDifferenceUSD: usd, openingDifferenceLRD: lrd, perpetual, references } = report;
  const facts: (Fact | false)[] = [
    usd !== null &&
      lrd !== null &&
      !isNothing({ amountUSD: usd, amountLRD: lrd }) && [words.opening, both(usd, lrd)],
    tally(words.voids, report.voids),
    tally(words.assumed, report.assumed),
    tally(words.unassigned, report.unassigned),
    tally(words.discounts, report.discounts),
    tally(words.onCredit, report.givenOnCredit),
    // The worth in either currency, not a sum of both.
    tally(words.openOrders, report.openOrders, ' / '),
    tally(words.openTabs, report.openTabs, ' / '),
    references.count > 0 && [words.references, words.seen(references.ticked, references.count)],
    [words.noSales, formatCount(report.noSales)],
    [words.reprints, formatCount(report.reprints)],
    report.byUser.length > 0 && [
      words.byPerson,
      report.byUser
        .map(({ userName, receipts, voids }) => words.person(userName, receipts, voids))
        .join(', '),
    ],
    [words.inAll, words.receiptsOf(perpetual.receipts, money(perpetual.soldUSD, 'USD'))],
  ];
  return facts.filter((fact) => fact !== false);
}

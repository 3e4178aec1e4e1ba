/** What a person's counts say in words. They state what happened, and judge nothing. */
import type { ExceptionRow, ExceptionsReport } from '../../../api/types';
import { formatCount, formatExact } from '../../../lib/format';
import { type Currency, fromServer } from '../../../lib/money/money';

export type ExceptionKind = keyof ExceptionRow['kinds'];

/** The kinds in the order of the report, each with what a person did `count` times. */
const DEEDS: Record<ExceptionKind, (count: number) => string> = {
  removedSent: (count) =>
    count === 1 ? 'took 1 sent item off an order' : `took ${formatCount(count)} sent items off orders`,
  afterBill: (count) => `took off or lowered ${times(count)} what was billed`,
  voids: (count) => `made ${plural(count, 'void')}`,
  discounts: (count) => `gave ${plural(count, 'discount')}`,
  comps: (count) => `gave ${plural(count, 'item')} on the house`,
  walkOuts: (count) => `had ${plural(count, 'walk-out')}`,
  recovered: (count) => `put ${plural(count, 'walk-out')} on a tab`,
  exchangeLoss: (count) => `lost money in ${plural(count, 'exchange')}`,
  exchangeGain: (count) => `gained money in ${plural(count, 'exchange')}`,
  negativeCash: (count) => `took a till below zero ${times(count)}`,
  methodCorrected: (count) => `corrected ${plural(count, 'payment')}`,
  noSales: (count) => `opened the drawer ${times(count)} without a sale`,
  reprints: (count) => `printed ${plural(count, 'receipt')} again`,
  lateTimedPrice: (count) => `gave a timed price ${times(count)} after its time`,
  refusedApprovals: (count) => `asked ${times(count)} for an approval that was refused`,
  wrongPins: (count) => `had ${plural(count, 'wrong PIN')} tried in this name`,
};
const KINDS = Object.keys(DEEDS) as ExceptionKind[];

/** One sentence for each kind with a count, and for what the person approved and was over or short. */
export function sentencesOf(row: ExceptionRow, medians: ExceptionsReport['medians']): string[] {
  const name = withCapital(row.userName);
  const deeds = KINDS.filter((kind) => row.kinds[kind].count > 0).map((kind) => {
    const { count, worthUSD, worthLRD, per100 } = row.kinds[kind];
    // What an exchange loses or gains is reckoned in Liberian dollars.
    const amount = worthLRD ? amountOf(worthLRD, 'LRD') : amountOf(worthUSD, 'USD');
    const worth = Number(worthLRD ?? worthUSD) === 0 ? '' : ` (${amount})`;
    const rate = per100 === null ? '.' : `: ${oneDecimal(per100)} per 100.`;
    const median = medians[kind];
    const house =
      per100 === null || median === null ? '' : ` The median of the house is ${oneDecimal(median)}.`;
    return `${name} ${DEEDS[kind](count)}${worth} in ${receiptsOf(row)}${rate}${house}`;
  });
  const drawer = [overOf(row.overUSD, 'USD'), overOf(row.overLRD, 'LRD')].filter((words) => words !== '');
  return [
    ...deeds,
    ...(drawer.length > 0 ? [`${name} was ${drawer.join(' and ')}.`] : []),
    ...(row.granted > 0 ? [`${name} approved ${plural(row.granted, 'request')} of others.`] : []),
  ];
}

/** `120 receipts` */
export const receiptsOf = ({ receipts }: ExceptionRow): string => plural(receipts, 'receipt');

/** Sentences begin with it. */
export const withCapital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** `$4.00 short`; '' for nothing. */
function overOf(amount: string, currency: Currency): string {
  if (Number(amount) === 0) return '';
  return `${amountOf(amount.replace('-', ''), currency)} ${amount.startsWith('-') ? 'short' : 'over'}`;
}

const amountOf = (amount: string, currency: Currency): string => formatExact(fromServer(amount), currency);

const oneDecimal = (rate: number): string => rate.toFixed(1);

const plural = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

const times = (count: number): string => (count === 1 ? 'once' : `${formatCount(count)} times`);

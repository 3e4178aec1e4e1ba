/** Equal Shares: the rows of the parts. */
import type { Order, Payment, Shares } from '../../../api/types';
import { type Cents, fromServer } from '../../../lib/money/money';

export const PEOPLE_MIN = 2;
export const PEOPLE_MAX = 20;

/** The number of shares to offer: the order's guests. How many of them share one part of a split bill is not known. */
export const peopleOf = ({ guests, splitCount }: Pick<Order, 'guests' | 'splitCount'>): number =>
  Math.min(Math.max((splitCount ?? 1) > 1 ? PEOPLE_MIN : (guests ?? PEOPLE_MIN), PEOPLE_MIN), PEOPLE_MAX);

export interface ShareRow {
  part: number;
  paid: boolean;
  /** Its amount in Liberian dollars; null once it is paid, and if nothing remains for it. */
  amount: Cents | null;
  /** The payment of a paid part, once it is loaded. */
  payment: Payment | null;
}

/**
 * Part 1 to the last one. A part is paid by a payment that was not given back, so that paid parts can have gaps. While the
 * payments are not loaded or contradict `shares`, the parts before the next one count as paid.
 */
export function rowsOf(shares: Shares, payments: readonly Payment[] | undefined): ShareRow[] {
  const { of, next } = shares;
  const valid = (payments ?? []).filter(
    ({ id, share, refunds }) => share?.of === of && !refunds && !payments?.some((one) => one.refunds === id),
  );
  const paidParts = new Set(valid.map(({ share }) => share?.part));
  const fits = payments !== undefined && paidParts.size === shares.paid && !paidParts.has(next.part);
  const amounts = [...shares.amountsLRD];
  return Array.from({ length: of }, (_, index) => {
    const part = index + 1;
    const paid = fits ? paidParts.has(part) : part < next.part;
    const amount = paid ? undefined : amounts.shift();
    return {
      part,
      paid,
      amount: amount === undefined ? null : fromServer(amount),
      payment: (paid && valid.filter(({ share }) => share?.part === part).at(-1)) || null,
    };
  });
}

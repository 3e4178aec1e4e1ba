/** Equal Shares: the rows of the parts. */
import type { Order, Payment, Shares } from '../../../api/types';
import { type Cents, fromServer } from '../../../lib/money/money';

export const PEOPLE_MIN = 2;
export const PEOPLE_MAX = 20;

/** As many as sit at the table, as far as anybody said; of a bill that was split off, nobody did. */
export const peopleOf = ({ guests, splitCount }: Pick<Order, 'guests' | 'splitCount'>): number =>
  Math.min(Math.max((splitCount ?? 1) > 1 ? PEOPLE_MIN : (guests ?? PEOPLE_MIN), PEOPLE_MIN), PEOPLE_MAX);

export interface ShareRow {
  part: number;
  paid: boolean;
  /** What it comes to in Liberian dollars while it is not paid. */
  amount: Cents | null;
  /** The payment of a paid part, once it is loaded. */
  payment: Payment | null;
}

/**
 * Part 1 to the last one. A part is paid by a payment that was not given back, so that paid parts can have gaps. While the
 * payments are not loaded or do not fit, the parts before the next one are the paid ones.
 */
export function rowsOf(shares: Shares, payments: readonly Payment[] | undefined): ShareRow[] {
  const { of, next } = shares;
  const stand = (payments ?? []).filter(
    ({ id, share, refunds }) => share?.of === of && !refunds && !payments?.some((one) => one.refunds === id),
  );
  const paidParts = new Set(stand.map(({ share }) => share?.part));
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
      payment: (paid && stand.filter(({ share }) => share?.part === part).at(-1)) || null,
    };
  });
}

/** Equal Shares: the rows of the parts. */
import type { Payment, Shares } from '../../../api/types';
import { type Cents, fromServer } from '../../../lib/money/money';
import { shares as words } from './strings';

export const PEOPLE_MIN = 2;
export const PEOPLE_MAX = 20;

export interface ShareRow {
  part: number;
  paid: boolean;
  /** What it comes to in Liberian dollars while it is not paid. */
  amount: Cents | null;
  /** The payment of a paid part, once it is loaded. */
  payment: Payment | null;
}

/** Part 1 to the last one: those that are paid, then those that are left. */
export function rowsOf(shares: Shares, payments: readonly Payment[]): ShareRow[] {
  const first = shares.next.part;
  return Array.from({ length: shares.of }, (_, index) => {
    const part = index + 1;
    const paid = part < first;
    const amount = shares.amountsLRD[part - first];
    return {
      part,
      paid,
      amount: paid || amount === undefined ? null : fromServer(amount),
      payment: (paid && payments.filter(({ share }) => share?.part === part).at(-1)) || null,
    };
  });
}

/** What the screen says when another phone has taken the part. */
export const lateText = (paid: number): string => words.late(paid, paid + 1);

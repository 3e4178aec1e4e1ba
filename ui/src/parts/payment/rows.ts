/** Rows of a split payment as typed: method, currency, amount, reference. */
import type { CashSetup, Tender } from '../../api/types';
import { type Currency, parseMoney } from '../../lib/money/money';
import { methodOf, tenderOf } from './methods';

export interface Row {
  /** Unique and increasing, so that rows keep their fields when another is removed. */
  key: number;
  method: string;
  currency: Currency;
  amount: string;
  reference: string;
}

/** Rows without an amount are left out. */
export function tendersOf(rows: readonly Row[], setup: CashSetup | undefined): Tender[] {
  return rows.flatMap(({ method, currency, amount, reference }) => {
    const cents = parseMoney(amount) ?? 0;
    if (cents === 0) return [];
    const needed = methodOf(setup, method)?.referenceRequired;
    return [tenderOf(method, currency, cents, needed ? reference.trim() : undefined)];
  });
}

/** Whether the row has an amount but not the reference that its method requires. */
export function lacksReference({ method, amount, reference }: Row, setup: CashSetup | undefined): boolean {
  const needed = methodOf(setup, method)?.referenceRequired ?? false;
  return needed && (parseMoney(amount) ?? 0) > 0 && reference.trim() === '';
}

/** Rows read from storage; null for anything else. */
export function readRows(stored: unknown): Row[] | null {
  return Array.isArray(stored) ? stored.filter((row) => typeof row?.amount === 'string') : null;
}

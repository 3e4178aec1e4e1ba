/** Parts of a payment that are typed one by one: method, currency, amount, reference. */
import type { CashSetup, Tender } from '../../api/types';
import { type Currency, parseMoney } from '../../lib/money/money';
import { methodOf, tenderOf } from './methods';

/** As it is typed. */
export interface Row {
  /** Counts up: rows keep their fields when one before them is taken away. */
  key: number;
  method: string;
  currency: Currency;
  amount: string;
  reference: string;
}

/** Rows without an amount are none. */
export function tendersOf(rows: readonly Row[], setup: CashSetup | undefined): Tender[] {
  return rows.flatMap(({ method, currency, amount, reference }) => {
    const cents = parseMoney(amount) ?? 0;
    if (cents === 0) return [];
    const needed = methodOf(setup, method)?.referenceRequired;
    return [tenderOf(method, currency, cents, needed ? reference.trim() : undefined)];
  });
}

/** Money by this method counts with its reference alone. */
export function lacksReference({ method, amount, reference }: Row, setup: CashSetup | undefined): boolean {
  const needed = methodOf(setup, method)?.referenceRequired ?? false;
  return needed && (parseMoney(amount) ?? 0) > 0 && reference.trim() === '';
}

/** Rows that were kept while they were typed; null for anything else. */
export function readRows(kept: unknown): Row[] | null {
  return Array.isArray(kept) ? kept.filter((row) => typeof row?.amount === 'string') : null;
}

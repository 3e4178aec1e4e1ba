/** Parts of a payment that are typed one by one: method, currency, amount, reference. */
import type { CashSetup, PaymentMethod, Tender } from '../../api/types';
import { type Currency, parseMoney } from '../../lib/money';
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

/** The box takes no more parts of one payment than this. */
export const TENDERS_MAX = 10;

export function newRow(rows: readonly Row[], method: PaymentMethod, currency: Currency): Row {
  const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
  return { key, method: method.id, currency: taken(method, currency), amount: '', reference: '' };
}

/** A method that takes one currency alone decides it. */
export function withMethod(row: Row, method: PaymentMethod): Row {
  return { ...row, method: method.id, currency: taken(method, row.currency) };
}

function taken({ currencies }: PaymentMethod, wanted: Currency): Currency {
  return currencies.includes(wanted) ? wanted : (currencies[0] ?? wanted);
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

/** Rows that were kept while they were typed; none for anything else. */
export function readRows(kept: unknown): Row[] | null {
  return Array.isArray(kept) ? kept.filter(isRow) : null;
}

function isRow(row: Partial<Row> | null): row is Row {
  const texts = [row?.method, row?.currency, row?.amount, row?.reference];
  return typeof row?.key === 'number' && texts.every((text) => typeof text === 'string');
}

/** What a person does to the parts of a payment; with what is fetched for those alone. */
import type { PaymentMethod } from '../../api/types';
import type { Currency } from '../../lib/money';
import type { Row } from './rows';

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

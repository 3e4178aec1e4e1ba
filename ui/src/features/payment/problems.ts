/** What is wrong with a payment, before and after it was sent. */
import { ApiError } from '../../api/error';
import { type Bill, weigh } from '../../lib/tender';
import { CASH, type Tender } from './methods';
import { sumOf } from './rows';

/** Change is given from cash: other methods may not come to more than is due, by half a cent or more. */
export function isTooMuch(bill: Bill, tenders: readonly Tender[]): boolean {
  return weigh(bill, sumOf(tenders.filter(({ method }) => method !== CASH))).excess > 0n;
}

/** Each reference of a payment by phone or bank counts once, for ever. */
export function isUsedReference(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'reference_used';
}

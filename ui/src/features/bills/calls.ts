/** The API calls of bills before payment. */
import { at } from '../../api/calls';
import { post, type WriteOptions } from '../../api/http/client';

export const BILLS = '/api/bills';
/** Lists to fetch again after a bill was made. */
export const AFTER_BILL = [BILLS, '/api/orders', '/api/print-jobs', '/api/printers'] as const;

/** `print: false` only counts a print: the phone shows or prints the bill itself. */
export const makeBill = (id: number, print: boolean, options: WriteOptions) =>
  post(at('/api/orders/{id}/bill', { id }), { print }, options);

export const billUrl = (number: string) => at('/api/bills/{number}', { number });

export type Shown = 'unpaid' | 'different' | 'all';

export const billsUrl = (state: Shown) => at(BILLS, { state });
export const csvUrl = (state: Shown) => at(BILLS, { state, format: 'csv' });

export const printBills = (state: Shown, options: WriteOptions) =>
  post('/api/bills/print', { state }, options);

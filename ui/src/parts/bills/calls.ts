/** The API call that makes a bill before payment. */
import { at } from '../../api/calls';
import { post, type WriteOptions } from '../../api/http/client';

/** Lists to fetch again after a bill was made. */
export const AFTER_BILL = ['/api/bills', '/api/orders', '/api/print-jobs', '/api/printers'] as const;

/** `print: false` only counts a print: the phone shows or prints the bill itself. */
export const makeBill = (id: number, print: boolean, options: WriteOptions) =>
  post(at('/api/orders/{id}/bill', { id }), { print }, options);

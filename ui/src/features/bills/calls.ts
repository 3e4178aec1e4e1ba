/** The API calls of the list of bills. */
import { at } from '../../api/calls';
import { post, type WriteOptions } from '../../api/http/client';

const BILLS = '/api/bills';

export const billUrl = (number: string) => at('/api/bills/{number}', { number });

export type Shown = 'unpaid' | 'different' | 'all';

export const billsUrl = (state: Shown) => at(BILLS, { state });
export const csvUrl = (state: Shown) => at(BILLS, { state, format: 'csv' });

export const printBills = (state: Shown, options: WriteOptions) =>
  post('/api/bills/print', { state }, options);

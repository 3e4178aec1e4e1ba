/** The calls of Credit & Tabs, and the lists that change with them. */
import { patch, post, type WriteOptions } from '../../api/client';
import { ApiError } from '../../api/error';
import type { PaidCredit, PaidInBulk } from '../../api/types';

export const CREDIT = '/api/credit';
export const TABS = '/api/tabs';
export const PRODUCTS = '/api/products';
/** Far enough back for everybody who may come again. */
export const LONGER = `${CREDIT}?limit=1000`;
/** How many older ones one press of Show older brings. */
export const OLDER_PAGE = 200;

export const MONEY_LISTS = [CREDIT, TABS, '/api/receipts', '/api/sales', '/api/orders'] as const;
export const STOCK_LISTS = [CREDIT, TABS, PRODUCTS] as const;

export interface Customer {
  customerName: string;
  customerPhone: string | null;
}

export const payItem = (id: number, options?: WriteOptions) =>
  patch<PaidCredit>(`${CREDIT}/${id}/pay`, {}, options);

export const payAll = ({ customerName, customerPhone }: Customer, options?: WriteOptions) =>
  post<PaidInBulk>(
    `${CREDIT}/bulk-pay`,
    { customerName, ...(customerPhone ? { customerPhone } : {}) },
    options,
  );

/** The last receipt of these. One by one: what a customer without a phone owes has no name of its own. */
export async function payEach(ids: readonly number[], options: WriteOptions = {}): Promise<string | null> {
  let receipt: string | null = null;
  for (const id of ids) {
    try {
      const key = options.key && `${options.key}-${id}`;
      receipt = (await payItem(id, { ...options, key })).receipt?.receiptNumber ?? receipt;
    } catch (error) {
      // Somebody else was faster: that is what was wanted.
      if (!(error instanceof ApiError && error.code === 'already_paid')) throw error;
    }
  }
  return receipt;
}

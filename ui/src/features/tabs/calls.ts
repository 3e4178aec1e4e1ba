/** The calls of Customer Tabs, and the lists that change with them. */
import { post, type WriteOptions } from '../../api/http/client';
import type { Tab } from '../../api/types';

export const TABS = '/api/tabs';
export const CREDIT = '/api/credit';
export const PRODUCTS = '/api/products';

export const MONEY_LISTS = [TABS, CREDIT, '/api/receipts', '/api/sales', '/api/orders'] as const;
export const STOCK_LISTS = [TABS, CREDIT, PRODUCTS] as const;

/** All that is owed, in cash; the receipt's number. */
export async function payTab(tab: Tab, options: WriteOptions = {}): Promise<string | null> {
  const paid = await post('/api/credit/bulk-pay', payerOf(tab), options);
  return paid.receipt?.receiptNumber ?? null;
}

/** Whose tab it is. A blank phone says: the customer of that name who has none. */
export const payerOf = ({ customerName, customerPhone }: Tab) => ({
  customerName,
  customerPhone: customerPhone ?? '',
});

/** The API calls of Customer Tabs, and the lists to fetch again after them. */
import { post, type WriteOptions } from '../../api/http/client';
import type { Tab } from '../../api/types';

export const TABS = '/api/tabs';
export const CREDIT = '/api/credit';
export const PRODUCTS = '/api/products';

export const MONEY_LISTS = [TABS, CREDIT, '/api/receipts', '/api/sales', '/api/orders'] as const;
export const STOCK_LISTS = [TABS, CREDIT, PRODUCTS] as const;

/** Pays all that is due, in cash. */
export const payTab = (tab: Tab, options?: WriteOptions) =>
  post('/api/credit/bulk-pay', payerOf(tab), options);

/** The customer of the tab. A blank phone means the customer of that name without a phone. */
export const payerOf = ({ customerName, customerPhone }: Tab) => ({
  customerName,
  customerPhone: customerPhone ?? '',
});

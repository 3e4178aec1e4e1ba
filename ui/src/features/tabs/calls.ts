/** The API calls of Credit & Tabs and of Customer Tabs, and the lists to fetch again after them. */
import { at } from '../../api/calls';
import { patch, post, type WriteOptions } from '../../api/http/client';
import type { Customer } from '../../parts/customers/customers';

export const TABS = '/api/tabs';
export const CREDIT = '/api/credit';
export const PRODUCTS = '/api/products';

export const MONEY_LISTS = [TABS, CREDIT, '/api/receipts', '/api/sales', '/api/orders'] as const;
export const STOCK_LISTS = [TABS, CREDIT, PRODUCTS] as const;

/** Pays one item, in cash. */
export const payItem = (id: number, options?: WriteOptions) =>
  patch(at('/api/credit/{id}/pay', { id }), {}, options);

/** Pays all that a customer owes, in cash. */
export const payAll = (customer: Customer, options?: WriteOptions) =>
  post('/api/credit/bulk-pay', payerOf(customer), options);

/** A blank phone means the customer of that name without a phone. */
export const payerOf = ({ customerName, customerPhone }: Customer) => ({
  customerName,
  customerPhone: customerPhone ?? '',
});

/** The API calls of Credit & Tabs, and the lists to fetch again after them. */

import { at } from '../../api/calls';
import { patch, post, type WriteOptions } from '../../api/http/client';
import type { Customer } from '../../parts/customers/customers';

export const CREDIT = '/api/credit';
export const TABS = '/api/tabs';
export const PRODUCTS = '/api/products';

export const MONEY_LISTS = [CREDIT, TABS, '/api/receipts', '/api/sales', '/api/orders'] as const;
export const STOCK_LISTS = [CREDIT, TABS, PRODUCTS] as const;

export const payItem = (id: number, options?: WriteOptions) =>
  patch(at('/api/credit/{id}/pay', { id }), {}, options);

/** A null phone means the only customer of that name; a blank one means the customer without a phone. */
export const payAll = ({ customerName, customerPhone }: Customer, options?: WriteOptions) =>
  post(
    '/api/credit/bulk-pay',
    { customerName, ...(customerPhone === null ? {} : { customerPhone }) },
    options,
  );

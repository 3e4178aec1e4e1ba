/** The calls of Credit & Tabs, and the lists that change with them. */

import { at } from '../../api/calls';
import { patch, post, type WriteOptions } from '../../api/http/client';
import type { CreditItem } from '../../api/types';

export const CREDIT = '/api/credit';
export const TABS = '/api/tabs';
export const PRODUCTS = '/api/products';
/** Goes far enough back to include every customer who may return. */
export const LONGER = at(CREDIT, { limit: 1000 });

export const MONEY_LISTS = [CREDIT, TABS, '/api/receipts', '/api/sales', '/api/orders'] as const;
export const STOCK_LISTS = [CREDIT, TABS, PRODUCTS] as const;

export type Customer = Pick<CreditItem, 'customerName' | 'customerPhone'>;

export const payItem = (id: number, options?: WriteOptions) =>
  patch(at('/api/credit/{id}/pay', { id }), {}, options);

/** Without a phone: the customer of that name, if there is only one. A blank phone: the one who has none. */
export const payAll = ({ customerName, customerPhone }: Customer, options?: WriteOptions) =>
  post(
    '/api/credit/bulk-pay',
    { customerName, ...(customerPhone === null ? {} : { customerPhone }) },
    options,
  );

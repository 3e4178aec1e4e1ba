/** The calls of what managers do with customers. */
import { at } from '../../../api/calls';
import { patch, post, type WriteOptions } from '../../../api/http/client';
import type { CustomerBody, OldDebtBody, Tab } from '../../../api/types';
import { CREDIT, TABS } from '../calls';

export const CUSTOMERS = '/api/customers';
/** Customers whom the folding makes one. */
export const SAME = at(CUSTOMERS, { same: true });
/** What managers change of a customer, with a tab or settled. */
export type Managed = Pick<
  Tab,
  'customerId' | 'customerName' | 'customerPhone' | 'limitUSD' | 'dueUSD' | 'dueLRD'
>;
export const AFTER_CUSTOMER = [TABS, CREDIT, CUSTOMERS, '/api/orders'] as const;

export const changeCustomer = (
  { customerId, ...change }: CustomerBody & { customerId: string },
  options: WriteOptions,
) => patch(at('/api/customers/{customerId}', { customerId }), change, options);

export const joinTabs = ({ customerId, from }: { customerId: string; from: string }, options: WriteOptions) =>
  post(at('/api/customers/{customerId}/join', { customerId }), { from }, options);

export const addOldDebt = (debt: OldDebtBody, options: WriteOptions) => post(CREDIT, debt, options);

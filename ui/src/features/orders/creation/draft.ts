/** The draft of a new order: customer, table, lines; stored per user. */

import { prepareSendKey } from '../../../api/http/useOnce';
import type { OrderType, Table } from '../../../api/types';
import { readJson, userKey, write, writeJson } from '../../../lib/state/storage';
import { isLine, type Line } from '../../../parts/lines/lines';
import { labelOf } from '../naming';
import { ORDER_TYPES } from '../strings';

export interface Draft {
  customerName: string;
  customerPhone: string;
  orderType: OrderType;
  tableId: number | null;
  notes: string;
  /** People at the table, as typed. */
  guests: string;
  lines: readonly Line[];
}

export const EMPTY_DRAFT: Draft = {
  customerName: '',
  customerPhone: '',
  orderType: 'dine_in',
  tableId: null,
  notes: '',
  guests: '',
  lines: [],
};

/** Whether the draft has anything that Discard would remove; the table is chosen outside of the form. */
export function isTyped({ customerName, customerPhone, notes, guests, lines }: Draft): boolean {
  return lines.length > 0 || [customerName, customerPhone, notes, guests].some((text) => text !== '');
}

/** The table of an order; only guests who stay have one. */
export function tableOf({ orderType, tableId }: Draft, tables: readonly Table[]): Table | undefined {
  return orderType === 'dine_in' ? tables.find(({ id }) => id === tableId) : undefined;
}

/** The typed name, else that of the table. */
export function nameOf({ customerName }: Draft, table: Table | undefined): string {
  return customerName.trim() || (table ? labelOf(table) : '');
}

/** The most guests of an order, as on the server. */
const GUESTS_MAX = 200;

/** Whether the typed number of guests is one, or nothing. */
export function isGuests(typed: string): boolean {
  const guests = Number(typed);
  return typed.trim() === '' || (Number.isInteger(guests) && guests >= 1 && guests <= GUESTS_MAX);
}

export const draftKey = (username: string) => userKey('order', username);
/** Storage key of an unanswered order (useOnce). */
export const sentKey = (username: string) => userKey('order-sent', username);

export function loadDraft(username: string): Draft {
  const stored = readJson(draftKey(username)) as Partial<Draft> | null;
  if (typeof stored !== 'object' || stored === null || !Array.isArray(stored.lines)) return EMPTY_DRAFT;
  return {
    customerName: String(stored.customerName ?? ''),
    customerPhone: String(stored.customerPhone ?? ''),
    orderType: ORDER_TYPES.find(({ value }) => value === stored.orderType)?.value ?? 'dine_in',
    tableId: Number.isSafeInteger(stored.tableId) ? (stored.tableId ?? null) : null,
    notes: String(stored.notes ?? ''),
    guests: String(stored.guests ?? ''),
    lines: stored.lines.filter(isLine),
  };
}

export function saveDraft(username: string, draft: Draft): void {
  if (draft === EMPTY_DRAFT) write(draftKey(username), null);
  else writeJson(draftKey(username), draft);
  // Tabs of a browser share the draft, so they must share its idempotency key.
  if (draft.lines.length > 0) prepareSendKey(sentKey(username));
}

/** The draft of a new order: guest, table, lines; stored per user. */

import { prepareSendKey } from '../../../api/http/useOnce';
import { figuresOf } from '../../../api/prices';
import type { OrderBody, OrderItemBody, OrderType } from '../../../api/types';
import { inOne, leadingCurrency, toDecimal } from '../../../lib/money/money';
import { readJson, userKey, write, writeJson } from '../../../lib/state/storage';
import { isLine, type Line, reasonOf, totalOf } from '../../lines/lines';
import { ORDER_TYPES } from '../strings';

export interface Draft {
  customerName: string;
  customerPhone: string;
  orderType: OrderType;
  tableId: number | null;
  notes: string;
  lines: readonly Line[];
}

export const EMPTY_DRAFT: Draft = {
  customerName: '',
  customerPhone: '',
  orderType: 'dine_in',
  tableId: null,
  notes: '',
  lines: [],
};

export function requestOf(draft: Draft, rate: number | undefined): OrderBody {
  const total = totalOf(draft.lines);
  const currency = leadingCurrency(draft.lines);
  return {
    customerName: draft.customerName.trim(),
    customerPhone: draft.customerPhone.trim() || null,
    orderType: draft.orderType,
    tableId: draft.orderType === 'dine_in' ? draft.tableId : null,
    notes: draft.notes.trim() || null,
    items: draft.lines.map(itemOf),
    totalAmount: toDecimal(inOne(total, currency)),
    totalAmountUSD: toDecimal(total.usd),
    totalAmountLRD: toDecimal(total.lrd),
    currency,
    ...(rate === undefined ? {} : { exchangeRate: rate }),
  };
}

/** Two requests with the same of these are one order: a list's price moves with the rate, a manager's does not. */
export function chosenOf({ customerName, customerPhone, orderType, tableId, notes, items }: OrderBody) {
  const picked = items?.map(({ productId, quantity, discountReason, unitPrice }) =>
    discountReason ? [productId, quantity, discountReason, unitPrice] : [productId, quantity],
  );
  return [customerName, customerPhone, orderType, tableId, notes, picked];
}

/** A line with the price that the person was shown, so that the box can refuse what is no longer so. */
export function itemOf(line: Line): OrderItemBody {
  const { quantity, unitPrice, totalAmount } = figuresOf(line.price, line.currency, line.quantity, undefined);
  return {
    productId: line.productId,
    productName: line.name,
    quantity,
    unitPrice,
    totalPrice: totalAmount,
    ...reasonOf(line),
  };
}

export const draftKey = (username: string) => userKey('order', username);
/** Where an order that got no answer waits (useOnce). */
export const sentKey = (username: string) => userKey('order-sent', username);

export function loadDraft(username: string): Draft {
  const kept = readJson(draftKey(username)) as Partial<Draft> | null;
  if (typeof kept !== 'object' || kept === null || !Array.isArray(kept.lines)) return EMPTY_DRAFT;
  return {
    customerName: String(kept.customerName ?? ''),
    customerPhone: String(kept.customerPhone ?? ''),
    orderType: ORDER_TYPES.find(({ value }) => value === kept.orderType)?.value ?? 'dine_in',
    tableId: Number.isSafeInteger(kept.tableId) ? (kept.tableId ?? null) : null,
    notes: String(kept.notes ?? ''),
    lines: kept.lines.filter(isLine),
  };
}

export function saveDraft(username: string, draft: Draft): void {
  if (draft === EMPTY_DRAFT) write(draftKey(username), null);
  else writeJson(draftKey(username), draft);
  // The same order in another tab is the same order.
  if (draft.lines.length > 0) prepareSendKey(sentKey(username));
}

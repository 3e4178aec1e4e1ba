/** The request of a new order, from its draft. */
import { figuresOf } from '../../../api/prices';
import type { OrderBody, OrderItemBody } from '../../../api/types';
import { inOne, leadingCurrency, toDecimal } from '../../../lib/money/money';
import { type Line, oversellOf, reasonOf, totalOf } from '../../../parts/lines/lines';
import type { Draft } from './draft';

export function requestOf(draft: Draft, rate: number | undefined): OrderBody {
  const total = totalOf(draft.lines);
  const currency = leadingCurrency(draft.lines);
  return {
    customerName: draft.customerName.trim(),
    customerPhone: draft.customerPhone.trim() || null,
    orderType: draft.orderType,
    tableId: draft.orderType === 'dine_in' ? draft.tableId : null,
    notes: draft.notes.trim() || null,
    ...(draft.guests.trim() !== '' && { guests: Number(draft.guests) }),
    items: draft.lines.map(itemOf),
    ...oversellOf(draft.lines),
    totalAmount: toDecimal(inOne(total, currency)),
    totalAmountUSD: toDecimal(total.usd),
    totalAmountLRD: toDecimal(total.lrd),
    currency,
    ...(rate === undefined ? {} : { exchangeRate: rate }),
  };
}

/** The fields that identify an order when it is sent again. List prices are left out, because they move with the rate. */
export function chosenOf({
  customerName,
  customerPhone,
  orderType,
  tableId,
  notes,
  guests,
  items,
}: OrderBody) {
  const picked = items?.map(({ productId, quantity, discountReason, unitPrice, label, notes: note }) => {
    const goods = label ? [productId, quantity, label] : [productId, quantity];
    const line = discountReason ? [...goods, discountReason, unitPrice] : goods;
    return note ? [...line, note] : line;
  });
  return [customerName, customerPhone, orderType, tableId, notes, picked, guests];
}

/** Includes the price that was shown, so that the server can refuse an outdated one. */
export function itemOf(line: Line): OrderItemBody {
  const { quantity, unitPrice, totalAmount } = figuresOf(line.price, line.currency, line.quantity, undefined);
  return {
    productId: line.productId,
    productName: line.name,
    quantity,
    unitPrice,
    totalPrice: totalAmount,
    ...reasonOf(line),
    ...(line.label && { label: line.label }),
    ...(line.note ? { notes: line.note } : {}),
  };
}

/** Equal goods of an order as one line: the same beer, ordered in four rounds, is '4 ×'. */
import type { OrderItem } from '../../../api/types';
import type { Cents } from '../../../lib/money/money';
import { listTotalOf } from './discounts';

export interface JoinedLine
  extends Pick<OrderItem, 'id' | 'productName' | 'quantity' | 'currency' | 'notes'> {
  /** Without discounts, which are lines of their own. */
  total: Cents;
}

/** In the order in which they were first ordered. */
export function joined(items: readonly OrderItem[]): JoinedLine[] {
  const lines = new Map<string, JoinedLine>();
  for (const item of items) {
    const { id, productName, quantity, currency, notes } = item;
    const key = keyOf(item);
    const line = lines.get(key);
    const total = listTotalOf(item);
    lines.set(
      key,
      line
        ? { ...line, quantity: line.quantity + quantity, total: line.total + total }
        : { id, productName, quantity, currency, notes, total },
    );
  }
  return [...lines.values()];
}

/** What makes goods equal: product, price, discount, note, guest. */
const keyOf = (item: OrderItem): string =>
  JSON.stringify([
    item.productId,
    item.productName,
    item.currency,
    item.unitPriceUSD,
    item.unitPriceLRD,
    item.isComp,
    item.discountReason,
    item.notes,
    item.guest,
  ]);

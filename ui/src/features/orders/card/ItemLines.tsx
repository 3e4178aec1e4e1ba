/** Items of an order with their prices, as they are on its card and in its rounds. */
import type { OrderItem } from '../../../api/types';
import { formatTotal } from '../../../lib/format';
import { listTotalOf } from './discounts';

export function ItemLines({ items }: { items: readonly OrderItem[] }) {
  return (
    <ul className="lines">
      {items.map((item) => (
        <li key={item.id}>
          <b>{item.quantity}×</b>
          <span>
            {item.productName}
            {item.notes && <small className="item-note">{item.notes}</small>}
          </span>
          <span>{formatTotal(listTotalOf(item), item.currency)}</span>
        </li>
      ))}
    </ul>
  );
}

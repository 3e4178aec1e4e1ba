/** Items of an order with their prices, equal ones as one line, as they are on its card and in its rounds. */
import type { OrderItem } from '../../../api/types';
import { formatTotal } from '../../../lib/format';
import { joined } from './joined';

export function ItemLines({ items }: { items: readonly OrderItem[] }) {
  return (
    <ul className="lines">
      {joined(items).map((item) => (
        <li key={item.id}>
          <b>{item.quantity}×</b>
          <span>
            {item.productName}
            {item.notes && <small className="item-note">{item.notes}</small>}
          </span>
          <span>{formatTotal(item.total, item.currency)}</span>
        </li>
      ))}
    </ul>
  );
}

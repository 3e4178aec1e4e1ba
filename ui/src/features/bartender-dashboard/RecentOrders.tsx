/** The latest orders: table, total, status. */
import type { DashboardStats } from '../../api/types';
import { formatMoney, formatStatus } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { tableLabel } from '../../lib/tableLabel';
import { Badge } from '../../ui/Badge';
import { Empty } from '../../ui/feedback/States';
import { words } from './strings';

export function RecentOrders({ orders }: { orders: DashboardStats['recentOrders'] }) {
  if (orders.length === 0) return <Empty text={words.noOrders} />;
  return (
    <ul className="list">
      {orders.map(({ id, tableNumber, tableName, items, total, status }) => (
        <li key={id}>
          <span className="grow">
            <span className="name">
              {tableNumber === null ? words.noTable : tableLabel(tableNumber, tableName)}
            </span>
            <small>
              {words.items(items)} · #{id}
            </small>
          </span>
          <b>{formatMoney(fromServer(total), 'USD')}</b>
          <Badge status={status}>{formatStatus(status)}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** Four figures of the moment; what needs somebody earns a colour. */
import { ClipboardList, DollarSign, type LucideIcon, PackageX, TriangleAlert } from 'lucide-react';
import type { DashboardStats } from '../../api/types';
import { formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money';
import { words } from './strings';

export function Stats({ figures }: { figures: DashboardStats }) {
  const { outOfStockItems, lowStockItems, pendingOrders, todaysSales } = figures;
  return (
    <div className="tiles stats">
      <Stat label={words.outOfStock} value={outOfStockItems} status="out" icon={PackageX} />
      <Stat label={words.lowStock} value={lowStockItems} status="low" icon={TriangleAlert} />
      <Stat label={words.pending} value={pendingOrders} status="pending" icon={ClipboardList} />
      <Stat label={words.sales} value={formatMoney(fromServer(todaysSales), 'USD')} icon={DollarSign} />
    </div>
  );
}

interface StatProps {
  label: string;
  value: number | string;
  /** Its colour while there is anything to count. */
  status?: string;
  icon: LucideIcon;
}

function Stat({ label, value, status, icon: Icon }: StatProps) {
  return (
    <dl className="card stat" data-status={value === 0 ? undefined : status}>
      <dt>
        <Icon />
        {label}
      </dt>
      <dd>{value.toLocaleString('en-US')}</dd>
    </dl>
  );
}

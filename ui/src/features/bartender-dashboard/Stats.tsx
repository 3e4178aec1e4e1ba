/** Four current figures; those that need attention are coloured. */
import { ClipboardList, DollarSign, PackageX, TriangleAlert } from 'lucide-react';
import type { DashboardStats } from '../../api/types';
import { formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { Stat } from '../../ui/Stat';
import { words } from './strings';

export function Stats({ figures }: { figures: DashboardStats }) {
  const { outOfStockItems, lowStockItems, pendingOrders, todaysSales } = figures;
  return (
    <div className="tiles stats">
      <Stat
        label={words.outOfStock}
        value={outOfStockItems}
        status={outOfStockItems > 0 ? 'out' : undefined}
        icon={PackageX}
      />
      <Stat
        label={words.lowStock}
        value={lowStockItems}
        status={lowStockItems > 0 ? 'low' : undefined}
        icon={TriangleAlert}
      />
      <Stat
        label={words.pending}
        value={pendingOrders}
        status={pendingOrders > 0 ? 'pending' : undefined}
        icon={ClipboardList}
      />
      {todaysSales !== null && (
        <Stat label={words.sales} value={formatMoney(fromServer(todaysSales), 'USD')} icon={DollarSign} />
      )}
    </div>
  );
}

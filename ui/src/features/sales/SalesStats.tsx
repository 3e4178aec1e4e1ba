/** What all sales so far add up to. */
import { Banknote, type LucideIcon, Package, Receipt } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SalesAnalytics } from '../../api/types';
import { formatCount, formatMoney, formatTotal } from '../../lib/format';
import { fromServer } from '../../lib/money';
import { words } from './strings';

export function SalesStats({ analytics }: { analytics: SalesAnalytics }) {
  const { totalRevenue, revenueUSD, revenueLRD, salesCount, totalQuantity, averageSale } = analytics;
  return (
    <div className="tiles stats three">
      <Stat icon={Banknote} label={words.totalRevenue} value={formatMoney(fromServer(totalRevenue), 'USD')}>
        <dd>{words.transactions(salesCount)}</dd>
        {fromServer(revenueLRD) > 0 && (
          <dd>
            {formatMoney(fromServer(revenueUSD), 'USD')} + {formatTotal(fromServer(revenueLRD), 'LRD')}
          </dd>
        )}
      </Stat>
      <Stat icon={Package} label={words.unitsSold} value={formatCount(totalQuantity)} />
      <Stat icon={Receipt} label={words.averageSale} value={formatMoney(fromServer(averageSale), 'USD')} />
    </div>
  );
}

interface StatProps {
  icon: LucideIcon;
  label: string;
  value: string;
  children?: ReactNode;
}

function Stat({ icon: Icon, label, value, children }: StatProps) {
  return (
    <dl className="card stat">
      <dt>
        <Icon />
        {label}
      </dt>
      <dd>{value}</dd>
      {children}
    </dl>
  );
}

/** What the period adds up to. */
import { Banknote, type LucideIcon, Package, Receipt } from 'lucide-react';
import { formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money';
import { pricedIn } from './Revenue';
import { words } from './strings';
import type { Sums } from './types';

export function PeriodStats({ sums }: { sums: Sums }) {
  const { totalRevenue, revenueLRD, totalSales, totalQuantity } = sums;
  return (
    <section className="tiles stats three" aria-label={words.period}>
      <Stat
        icon={Banknote}
        label={words.totalRevenue}
        value={formatMoney(fromServer(totalRevenue), 'USD')}
        note={fromServer(revenueLRD) > 0 ? pricedIn(sums) : undefined}
      />
      <Stat icon={Receipt} label={words.totalSales} value={totalSales.toLocaleString('en-US')} />
      <Stat icon={Package} label={words.unitsSold} value={totalQuantity.toLocaleString('en-US')} />
    </section>
  );
}

interface StatProps {
  icon: LucideIcon;
  label: string;
  value: string;
  note?: string;
}

function Stat({ icon: Icon, label, value, note }: StatProps) {
  return (
    <dl className="card stat">
      <dt>
        <Icon />
        {label}
      </dt>
      <dd>{value}</dd>
      {note && <dd>{note}</dd>}
    </dl>
  );
}

/** Three cards: what is unpaid, what is partly paid, how many tabs are open. */
import { CircleDot, CircleX, type LucideIcon, Users } from 'lucide-react';
import type { Tab } from '../../api/types';
import { formatCount, formatMoney } from '../../lib/format';
import { STATUS, words } from './strings';
import { figuresOf } from './tabs';

export function TabStats({ tabs }: { tabs: readonly Tab[] }) {
  const unpaid = figuresOf(tabs, 'unpaid');
  const partial = figuresOf(tabs, 'partial');
  const active = unpaid.count + partial.count;
  return (
    <div className="tiles stats three even">
      <Stat
        icon={CircleX}
        label={STATUS.unpaid}
        status="unpaid"
        value={formatMoney(unpaid.due, 'USD')}
        note={words.someTabs(unpaid.count)}
      />
      <Stat
        icon={CircleDot}
        label={STATUS.partial}
        status="partial"
        value={formatMoney(partial.due, 'USD')}
        note={words.someTabs(partial.count)}
      />
      <Stat icon={Users} label={words.active} value={formatCount(active)} note={words.tabs(active)} />
    </div>
  );
}

interface StatProps {
  icon: LucideIcon;
  label: string;
  status?: string;
  value: string;
  note: string;
}

function Stat({ icon: Icon, label, status, value, note }: StatProps) {
  return (
    <dl className="card stat" data-status={status}>
      <dt>
        <Icon />
        {label}
      </dt>
      <dd>{value}</dd>
      <dd>{note}</dd>
    </dl>
  );
}

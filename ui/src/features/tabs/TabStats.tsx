/** The stat cards of tabs: unpaid, partly paid, and open tabs. */
import { CircleDot, CircleX, Users } from 'lucide-react';
import type { Tab } from '../../api/types';
import { formatMoney } from '../../lib/format';
import { Stat } from '../../ui/Stat';
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
        notes={[words.someTabs(unpaid.count)]}
      />
      <Stat
        icon={CircleDot}
        label={STATUS.partial}
        status="partial"
        value={formatMoney(partial.due, 'USD')}
        notes={[words.someTabs(partial.count)]}
      />
      <Stat icon={Users} label={words.active} value={active} notes={[words.tabs(active)]} />
    </div>
  );
}

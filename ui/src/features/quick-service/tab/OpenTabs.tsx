/** Open tabs as tiles: a tap puts the cart on one. */
import { useState } from 'react';
import { useGet } from '../../../api/http/query';
import { dueOf } from '../../../api/prices';
import { formatMoney } from '../../../lib/format';
import type { Customer } from '../../../parts/customers/customers';
import { limits } from '../../../parts/customers/limitStrings';
import { limitOf } from '../../../parts/customers/limits';
import {
  ageText,
  leadingOf,
  matching,
  type OpenTab,
  openTabs,
  SHOWN,
} from '../../../parts/customers/openTabs';
import { Badge } from '../../../ui/Badge';
import { SearchField } from '../../../ui/form/SearchField';
import { Money } from '../../../ui/money/Money';
import { words } from './strings';
import './tab.css';

interface OpenTabsProps {
  disabled: boolean;
  onChoose: (customer: Customer) => void;
}

export function OpenTabs({ disabled, onChoose }: OpenTabsProps) {
  const tabs = useGet('/api/tabs').data;
  const [now] = useState(() => Date.now());
  const [query, setQuery] = useState('');
  const open = openTabs(tabs ?? [], now);
  if (open.length === 0) return null;
  const shown = matching(open, query);
  const groups = [
    { title: words.tonight, tabs: shown.filter(({ tonight }) => tonight) },
    { title: words.before, tabs: shown.filter(({ tonight }) => !tonight) },
  ];
  return (
    <>
      {open.length > SHOWN && <SearchField label={words.search} value={query} onValue={setQuery} />}
      {groups.map(
        (group) =>
          group.tabs.length > 0 && (
            <section key={group.title} className="stack tight" aria-label={group.title}>
              <h3>{group.title}</h3>
              <div className="open-tabs">
                {group.tabs.map((one) => (
                  <TabTile key={one.tab.customerId} open={one} disabled={disabled} onChoose={onChoose} />
                ))}
              </div>
            </section>
          ),
      )}
      <h3>{words.newTab}</h3>
    </>
  );
}

function TabTile({ open: { tab, age }, disabled, onChoose }: OpenTabsProps & { open: OpenTab }) {
  const { customerName, customerPhone } = tab;
  const limit = limitOf(tab);
  return (
    <button type="button" disabled={disabled} onClick={() => onChoose({ customerName, customerPhone })}>
      <span className="name">{customerName}</span>
      <Money {...dueOf(tab)} leads={leadingOf(tab)} total className="inline" />
      <small>
        {ageText(age)}
        {limit && limit.left >= 0 && <> · {limits.left(formatMoney(limit.left, 'USD'))}</>}
      </small>
      {limit && limit.left < 0 && <Badge status="unpaid">{limits.over}</Badge>}
    </button>
  );
}

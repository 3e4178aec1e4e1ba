/** The summary cards, and the list of customers who owe money. */
import { HandCoins, NotebookText, Users } from 'lucide-react';
import { dueOf } from '../../api/prices';
import type { CreditItem, Tab } from '../../api/types';
import { formatMoney, formatPhone, formatTotal } from '../../lib/format';
import type { Dual } from '../../lib/money/money';
import { Money } from '../../ui/money/Money';
import { Stat } from '../../ui/Stat';
import { debtorsOf } from './customers';
import { words } from './strings';

interface SummaryProps {
  items: readonly CreditItem[];
  tabs: readonly Tab[];
}

export function SummaryCards({ items, tabs }: SummaryProps) {
  const debtors = debtorsOf(tabs);
  const due = sumOf(debtors);
  const active = items.filter(({ status }) => status === 'active').length;
  return (
    <div className="tiles stats three">
      <Stat
        icon={HandCoins}
        label={words.owed}
        value={formatMoney(due.usd, 'USD')}
        notes={[formatTotal(due.lrd, 'LRD')]}
        status={due.usd > 0 ? 'unpaid' : undefined}
      />
      <Stat icon={NotebookText} label={words.active} value={active} />
      <Stat icon={Users} label={words.customers} value={debtors.length} />
    </div>
  );
}

export function CustomerSummary({ tabs }: Pick<SummaryProps, 'tabs'>) {
  const debtors = debtorsOf(tabs);
  if (debtors.length === 0) return null;
  return (
    <section className="card stack">
      <h2>{words.summary}</h2>
      <ul className="list">
        {debtors.map((tab) => (
          <li key={tab.customerId}>
            <span className="grow">
              <span className="name">{tab.customerName}</span>
              <small>
                {words.items(tab.items.filter(({ status }) => status === 'active').length)}
                {tab.customerPhone && ` · ${formatPhone(tab.customerPhone)}`}
              </small>
            </span>
            <Money {...dueOf(tab)} total className="end" />
          </li>
        ))}
      </ul>
    </section>
  );
}

function sumOf(tabs: readonly Tab[]): Dual {
  const dues = tabs.map(dueOf);
  return {
    usd: dues.reduce((sum, { usd }) => sum + usd, 0),
    lrd: dues.reduce((sum, { lrd }) => sum + lrd, 0),
  };
}

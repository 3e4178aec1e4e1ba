/** Card of one customer's tab: items, how much is paid, and the actions. */
import { Check, CircleDot, CircleX, Plus } from 'lucide-react';
import { type CSSProperties, lazy, Suspense, useId, useState } from 'react';
import { dueOf } from '../../api/prices';
import type { CreditItem, Tab } from '../../api/types';
import { formatMoney, formatPhone, formatTotal, initialsOf } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { ActionButton } from '../../ui/ActionButton';
import { Badge } from '../../ui/Badge';
import { Money } from '../../ui/money/Money';
import { STATUS, words } from './strings';
import { useMarkPaid } from './useMarkPaid';

const MarkPaidQuestion = lazy(() => import('./MarkPaidQuestion'));

const ICONS = { unpaid: CircleX, partial: CircleDot, paid: Check };
const SNUG = { '--gap': 'var(--space-3)' } as CSSProperties;

interface TabCardProps {
  tab: Tab;
  onPay: () => void;
  onAdd: () => void;
}

export function TabCard({ tab, onPay, onAdd }: TabCardProps) {
  const titleId = useId();
  const { customerName, customerPhone, status, items } = tab;
  const { markPaid, pending, waiting } = useMarkPaid();
  const [asking, setAsking] = useState(false);
  const Icon = ICONS[status];
  return (
    <article className="stack" data-status={status} style={SNUG} aria-labelledby={titleId}>
      <header className="row">
        <span className="avatar" aria-hidden="true">
          {initialsOf(customerName)}
        </span>
        <div className="grow">
          <h3 id={titleId}>{customerName}</h3>
          <small>{customerPhone ? formatPhone(customerPhone) : words.noPhone}</small>
        </div>
        <Badge status={status}>
          <Icon />
          {STATUS[status]}
        </Badge>
      </header>
      <ul className="lines">
        {items.map((item) => (
          <Line key={item.id} item={item} />
        ))}
      </ul>
      <Progress tab={tab} />
      {status !== 'paid' && (
        <footer className="actions">
          <ActionButton
            type="button"
            className="soft"
            aria-describedby={titleId}
            pending={pending}
            waiting={waiting}
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            {words.markPaid}
          </ActionButton>
          <button
            type="button"
            className="secondary"
            aria-describedby={titleId}
            disabled={pending}
            onClick={onPay}
          >
            {words.partial}
          </button>
          <button
            type="button"
            className="secondary"
            aria-describedby={titleId}
            disabled={pending}
            onClick={onAdd}
          >
            <Plus />
            {words.addItems}
          </button>
        </footer>
      )}
      {asking && status !== 'paid' && (
        <Suspense fallback={null}>
          <MarkPaidQuestion
            tab={tab}
            onConfirm={() => {
              setAsking(false);
              markPaid(tab);
            }}
            onCancel={() => setAsking(false)}
          />
        </Suspense>
      )}
    </article>
  );
}

function Line({ item }: { item: CreditItem }) {
  const paid = item.status === 'paid';
  return (
    <li className={paid ? 'done' : undefined}>
      <b>{item.quantity}×</b>
      <span>
        {paid && <span className="sr-only">{words.paidItem}</span>}
        {item.productName}
      </span>
      <span>{formatTotal(fromServer(item.totalAmount), item.currency)}</span>
    </li>
  );
}

function Progress({ tab }: { tab: Tab }) {
  const paid = fromServer(tab.paidUSD);
  // Not the sum of the items: they were converted at other rates and would not match the amount due.
  const total = paid + fromServer(tab.dueUSD);
  const text = words.paidOf(formatMoney(paid, 'USD'), formatMoney(total, 'USD'));
  const share = (cents: number, tone: string) => ({ '--share': cents, '--tone': tone }) as CSSProperties;
  return (
    <div className="stack" style={{ '--gap': 'var(--space-2)' } as CSSProperties}>
      <div className="split">
        <span>{tab.status === 'paid' ? words.paidInFull : words.owed}</span>
        <Money {...dueOf(tab)} total className="inline" />
      </div>
      <div className="meter" aria-hidden="true">
        <i style={share(paid, 'var(--ok)')} />
        <i style={share(fromServer(tab.dueUSD), 'none')} />
      </div>
      <small>{text}</small>
    </div>
  );
}

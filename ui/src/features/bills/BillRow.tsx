/** A bill in the list; the whole row opens it. */
import type { Bill, BillState } from '../../api/types';
import { deviceDate, formatDateTime, formatTime } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { placeOf } from '../../parts/bills/rows';
import { sheet } from '../../parts/bills/strings';
import { Badge } from '../../ui/Badge';
import { Money } from '../../ui/money/Money';
import { words } from './strings';

/** The tone of the badge: what differs earns a colour. */
const TONE: Record<BillState, string> = {
  open: 'info',
  changed: 'warning',
  replaced: 'inactive',
  paid: 'paid',
  paid_other: 'warning',
  credit: 'credit',
  walk_out: 'error',
  cancelled: 'error',
};

export function StateBadge({ state }: { state: BillState }) {
  return <Badge status={TONE[state]}>{words.states[state]}</Badge>;
}

/** `Table 4 · Musu`; a bill without table and name has its order. */
export const whereOf = (bill: Bill): string => placeOf(bill) || words.takeAway(bill.orderId);

export function BillRow({ bill, onOpen }: { bill: Bill; onOpen: () => void }) {
  const { number, createdAt, userName, printCount, state } = bill;
  const isToday = deviceDate(new Date(createdAt)) === deviceDate();
  return (
    <li className="bill-row">
      <button type="button" className="open" aria-label={number} onClick={onOpen} />
      <span className="grow">
        <span className="name">{number}</span>
        <span>{whereOf(bill)}</span>
        <small>
          {isToday ? formatTime(createdAt) : formatDateTime(createdAt)} · {userName} ·{' '}
          {sheet.print(printCount)}
        </small>
      </span>
      <span className="bill-sum">
        <Money
          total
          usd={fromServer(bill.grandTotalUSD)}
          lrd={fromServer(bill.grandTotalLRD)}
          className="end"
        />
        <StateBadge state={state} />
      </span>
    </li>
  );
}

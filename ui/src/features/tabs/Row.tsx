/** A customer in the list: name, since when, how many items, and what is owed; the whole row opens the sheet. */
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { deviceDate, formatDate, formatMoney, formatPhone, formatTime } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { limits } from '../../parts/customers/limitStrings';
import { limitOf } from '../../parts/customers/limits';
import { Badge } from '../../ui/Badge';
import { Money } from '../../ui/money/Money';
import { type Account, lastPaid, piecesOf } from './accounts';
import type { Light } from './lights';
import { STATUS, words } from './strings';

interface RowProps {
  account: Account;
  light: Light;
  onOpen: () => void;
}

export function Row({ account, light, onOpen }: RowProps) {
  const { customerName, status, amount, leads } = account;
  const detailId = useId();
  const limit = status === 'paid' ? null : limitOf(account.tab);
  return (
    <li>
      <span className="grow">
        <button
          type="button"
          className="name"
          aria-describedby={detailId}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {customerName}
        </button>
        <small id={detailId}>
          {[since(account, light), detailOf(account)].filter(Boolean).join(' · ')}
          <span className={account.hasNamesake ? 'phone namesake' : 'phone'}> · {phoneOf(account)}</span>
        </small>
      </span>
      {status !== 'unpaid' && <Badge status={status}>{STATUS[status]}</Badge>}
      {limit?.state === 'near' && <Badge status="warning">{limits.near}</Badge>}
      {limit?.state === 'over' && <Badge status="unpaid">{limits.over}</Badge>}
      <Money {...amount} leads={leads} total className="end" />
      <ChevronRight />
    </li>
  );
}

export const phoneOf = ({ customerPhone }: Account): string =>
  customerPhone ? formatPhone(customerPhone) : words.noPhone;

function since(account: Account, light: Light): string {
  if (account.status !== 'paid') return light.ageText(account.age);
  const at = lastPaid(account);
  if (at === '') return '';
  const isToday = deviceDate(new Date(at)) === deviceDate();
  return words.paidAt(isToday ? formatTime(at) : formatDate(at));
}

/** What was paid of a debt, or how many pieces it is. */
function detailOf(account: Account): string {
  const paid = fromServer(account.tab?.paidUSD);
  if (account.status === 'partial' && paid > 0) return words.partly(formatMoney(paid, 'USD'));
  return words.items(piecesOf(account));
}

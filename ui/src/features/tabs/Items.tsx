/** A customer's items: each with its payment, or as lines by day. */
import { Receipt } from 'lucide-react';
import { openReceipt } from '../../api/openReceipt';
import type { CreditItem } from '../../api/types';
import { deviceDate, formatDate, formatMoney, formatTime, formatTotal } from '../../lib/format';
import { type Dual, fromServer } from '../../lib/money/money';
import { ActionButton } from '../../ui/ActionButton';
import { Badge } from '../../ui/Badge';
import { Fold } from '../../ui/Fold';
import { Money } from '../../ui/money/Money';
import { daysOf } from './accounts';
import { usePayItem } from './paying/usePay';
import { words as listWords, sheet as words } from './strings';

/** `locked` while all of them are being paid. */
export function Items({ items, locked }: { items: readonly CreditItem[]; locked: boolean }) {
  const owed = items.filter(({ status }) => status === 'active');
  const paid = items.filter(({ status }) => status === 'paid');
  return (
    <>
      <ItemList items={owed.length > 0 ? owed : paid} locked={locked} />
      {owed.length > 0 && paid.length > 0 && (
        <Fold
          summary={
            <>
              <span className="grow">{words.paid}</span>
              <small>{listWords.items(paid.reduce((sum, { quantity }) => sum + quantity, 0))}</small>
            </>
          }
        >
          <ItemList items={paid} locked={locked} />
        </Fold>
      )}
    </>
  );
}

function ItemList({ items, locked }: { items: readonly CreditItem[]; locked: boolean }) {
  return (
    <ul className="list">
      {items.map((item) => (
        <Item key={item.id} item={item} locked={locked} />
      ))}
    </ul>
  );
}

function Item({ item, locked }: { item: CreditItem; locked: boolean }) {
  const { pay, pending, waiting } = usePayItem();
  const { id, quantity, productName, currency, notes, receiptNumber } = item;
  const paid = item.status === 'paid';
  const partly = fromServer(item.paidAmountUSD);
  return (
    <li>
      <span className="grow">
        <span className="name">
          {quantity} × {productName}
        </span>
        <small>{[dateText(item.createdAt), item.userName, notes].filter(Boolean).join(' · ')}</small>
        {!paid && partly > 0 && (
          <Badge status="partial">{listWords.partly(formatMoney(partly, 'USD'))}</Badge>
        )}
      </span>
      <Money
        usd={fromServer(item.grossUSD)}
        lrd={fromServer(item.grossLRD)}
        leads={currency}
        total
        className="end"
      />
      {!paid && (
        <ActionButton
          type="button"
          className="secondary small"
          aria-label={`${words.markPaid}: ${productName}`}
          pending={pending}
          waiting={waiting}
          disabled={locked}
          onClick={() => pay(id)}
        >
          {words.markPaid}
        </ActionButton>
      )}
      {paid && receiptNumber && (
        <button
          type="button"
          className="quiet icon-only"
          aria-label={`${words.receipt} ${receiptNumber}`}
          onClick={() => openReceipt(receiptNumber)}
        >
          <Receipt />
        </button>
      )}
    </li>
  );
}

const isToday = (iso: string) => deviceDate(new Date(iso)) === deviceDate();
const dateText = (iso: string) => (isToday(iso) ? formatTime(iso) : formatDate(iso));

/** Folds, the latest day open. */
export function Days({ items }: { items: readonly CreditItem[] }) {
  const days = daysOf(items, (iso) => deviceDate(new Date(iso)));
  return (
    <div className="rounds">
      {days.map(({ date, items: own, pieces, total }, index) => (
        <Fold
          key={date}
          open={index === 0}
          summary={
            <>
              <span className="grow">{date === deviceDate() ? words.tonight : formatDate(date)}</span>
              <small>{listWords.items(pieces)}</small>
              <b>{sumText(total)}</b>
            </>
          }
        >
          <ul className="lines">
            {own.map((item) => (
              <Line key={item.id} item={item} />
            ))}
          </ul>
        </Fold>
      ))}
    </div>
  );
}

/** `$10.00 + L$1,355` */
function sumText({ usd, lrd }: Dual): string {
  const parts = [usd > 0 && formatTotal(usd, 'USD'), lrd > 0 && formatTotal(lrd, 'LRD')];
  return parts.filter(Boolean).join(' + ') || formatTotal(0, 'USD');
}

function Line({
  item: { status, quantity, productName, currency, grossUSD, grossLRD },
}: {
  item: CreditItem;
}) {
  const paid = status === 'paid';
  return (
    <li className={paid ? 'done' : undefined}>
      <b>{quantity}×</b>
      <span>
        {paid && <span className="sr-only">{words.paidItem}</span>}
        {productName}
      </span>
      <span>{formatTotal(fromServer(currency === 'USD' ? grossUSD : grossLRD), currency)}</span>
    </li>
  );
}

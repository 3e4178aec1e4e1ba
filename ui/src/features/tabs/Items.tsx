/** One credit item: product, date, user, amount, and Mark Paid. */
import { Receipt } from 'lucide-react';
import { openReceipt } from '../../api/openReceipt';
import type { CreditItem } from '../../api/types';
import { formatDateTime, formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { ActionButton } from '../../ui/ActionButton';
import { Badge } from '../../ui/Badge';
import { Money } from '../../ui/money/Money';
import { paying as words } from './strings';
import { usePayItem } from './usePay';

/** `locked` while Pay All is being sent. */
export function ItemRow({ item, locked }: { item: CreditItem; locked: boolean }) {
  const { pay, pending, waiting } = usePayItem();
  const { id, quantity, productName, currency, notes, receiptNumber } = item;
  const paid = item.status === 'paid';
  const partly = fromServer(item.paidAmountUSD);
  return (
    <li className="cart-line">
      <span className="name">
        {quantity} × {productName}
      </span>
      <Money
        usd={fromServer(item.totalAmountUSD)}
        lrd={fromServer(item.totalAmountLRD)}
        leads={currency}
        total
        className="inline end"
      />
      <span>
        <small>{formatDateTime(item.createdAt)}</small>
        <small>{[item.userName, notes].filter(Boolean).join(' · ')}</small>
        {!paid && partly > 0 && <Badge status="partial">{words.partly(formatMoney(partly, 'USD'))}</Badge>}
      </span>
      {!paid && (
        <ActionButton
          type="button"
          className="secondary"
          pending={pending}
          waiting={waiting}
          disabled={locked}
          onClick={() => pay(id)}
        >
          {words.item}
        </ActionButton>
      )}
      {paid && (
        <span className="row">
          <Badge status="paid">{words.paid}</Badge>
          {receiptNumber && (
            <button
              type="button"
              className="quiet icon-only"
              aria-label={`${words.receipt} ${receiptNumber}`}
              onClick={() => openReceipt(receiptNumber)}
            >
              <Receipt />
            </button>
          )}
        </span>
      )}
    </li>
  );
}

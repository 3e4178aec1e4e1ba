/** The amounts of an order: total, paid, change and due. */
import type { Order } from '../../../api/types';
import { formatTotal } from '../../../lib/format';
import { type Dual, fromServer } from '../../../lib/money/money';
import { TaxRows } from '../../../parts/tax/TaxRows';
import { changeText } from '../../../ui/money/changeText';
import { bothAmounts } from '../amounts';
import { remainingOf } from '../payment/bill';
import { orders as words } from '../strings';
import { DiscountRows } from './DiscountRows';
import { taxRowsOf } from './taxRows';

export function OrderFacts({ order }: { order: Order }) {
  const { status, paymentStatus, currency } = order;
  const paid = dual(order.paidAmountUSD, order.paidAmountLRD);
  const change = dual(order.changeUSD, order.changeLRD);
  const due = status !== 'cancelled' && paymentStatus !== 'paid';
  return (
    <dl className="facts">
      <DiscountRows order={order} />
      <TaxRows rows={taxRowsOf(order)} leads={currency} />
      <dt>{words.total}</dt>
      <dd>{bothAmounts(dual(order.grandTotalUSD, order.grandTotalLRD), currency)}</dd>
      {!isNothing(paid) && (
        <>
          <dt>{words.paid}</dt>
          <dd>{netPaidText(paid)}</dd>
        </>
      )}
      {/* The refund of a voided order is not change. */}
      {status !== 'cancelled' && !isNothing(change) && (
        <>
          <dt>{words.change}</dt>
          <dd>{changeText(change)}</dd>
        </>
      )}
      {due && (
        <>
          <dt>{words.due}</dt>
          <dd className="due">{bothAmounts(remainingOf(order), currency)}</dd>
        </>
      )}
    </dl>
  );
}

function dual(usd: string, lrd: string): Dual {
  return { usd: fromServer(usd), lrd: fromServer(lrd) };
}

function isNothing({ usd, lrd }: Dual): boolean {
  return usd === 0 && lrd === 0;
}

/** The money kept, in both currencies; dollars with change in Liberian dollars make one part negative. */
export function netPaidText({ usd, lrd }: Dual): string {
  if (lrd === 0) return formatTotal(usd, 'USD');
  if (usd === 0) return formatTotal(lrd, 'LRD');
  return `${formatTotal(usd, 'USD')} ${lrd < 0 ? '−' : '+'} ${formatTotal(Math.abs(lrd), 'LRD')}`;
}

/** The bills that an order was split into: each is paid by itself; without money on them they can be put together again. */
import { CircleCheck, CircleDot, CircleX, Undo2 } from 'lucide-react';
import { type CSSProperties, lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useGet } from '../../../api/http/query';
import { openReceipt } from '../../../api/openReceipt';
import type { Order } from '../../../api/types';
import { formatTotal } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { useTitle } from '../../../lib/useTitle';
import { ActionButton } from '../../../ui/ActionButton';
import { Badge } from '../../../ui/Badge';
import { Alert } from '../../../ui/feedback/Alert';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast } from '../../../ui/feedback/toast';
import { Money } from '../../../ui/money/Money';
import { cacheMoved, mergeOrders } from '../moving/calls';
import { useMove } from '../moving/useMove';
import { titleOf } from '../naming';
import { isOpen } from '../status';
import { orders as orderWords, PAYMENT_STATUS } from '../strings';
import { groupAt } from './calls';
import { siblingsOf, undoable } from './siblings';
import { words as common, after as words } from './strings';
import './shares.css';

const PaymentDialog = lazy(() =>
  import('../payment/PaymentDialog').then((loaded) => ({ default: loaded.PaymentDialog })),
);

const BillSheet = lazy(() => import('../../../parts/bills/BillSheet'));

const TIGHT = { '--gap': 'var(--space-3)' } as CSSProperties;
const ICON = { paid: CircleCheck, partial: CircleDot, unpaid: CircleX };

export default function SplitBills({ order, group }: { order: Order; group: number }) {
  const query = useGet(groupAt(group));
  return (
    <Loaded query={query} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="11rem" />}>
      {(list) => <Bills order={order} bills={siblingsOf(list)} />}
    </Loaded>
  );
}

function Bills({ order, bills }: { order: Order; bills: readonly Order[] }) {
  useTitle(words.title(bills.length));
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<{ what: 'pay' | 'bill'; id: number } | null>(null);
  const [first, ...others] = bills;
  const undo = useMove((from: number[], options) => mergeOrders(first?.id ?? 0, from, options));
  const opened = bills.find(({ id }) => id === open?.id);
  const close = () => setOpen(null);

  async function putTogether() {
    const merged = await undo.run(others.map(({ id }) => id));
    if (!merged) return;
    cacheMoved([merged]);
    toast(words.undone, titleOf(merged));
    navigate(`/split/${merged.id}`, { replace: true });
  }

  return (
    <>
      <header className="page-head">
        <hgroup>
          <h1>{words.title(bills.length)}</h1>
          <small>{titleOf(first ?? order)}</small>
        </hgroup>
        {(undoable(bills) || undo.unanswered) && (
          <ActionButton
            type="button"
            className="secondary"
            pending={undo.pending}
            waiting={undo.waiting}
            pendingLabel={words.undoing}
            onClick={() => void putTogether()}
          >
            {!undo.pending && <Undo2 />}
            {words.undo}
          </ActionButton>
        )}
      </header>
      {undo.changed && <Alert>{common.changed}</Alert>}
      <div className="split-bills">
        {bills.map((bill, index) => (
          <BillCard
            key={bill.id}
            bill={bill}
            title={words.bill(index + 1, bills.length)}
            onPay={() => setOpen({ what: 'pay', id: bill.id })}
            onBill={() => setOpen({ what: 'bill', id: bill.id })}
          />
        ))}
      </div>
      <Link className="action" href="/table-service">
        {common.back}
      </Link>
      {opened && (
        <Suspense fallback={null}>
          {open?.what === 'pay' ? (
            <PaymentDialog order={opened} onPaid={(paid) => cacheMoved([paid])} onClose={close} />
          ) : (
            <BillSheet order={opened} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}

interface BillCardProps {
  bill: Order;
  title: string;
  onPay: () => void;
  onBill: () => void;
}

function BillCard({ bill, title, onPay, onBill }: BillCardProps) {
  const Icon = ICON[bill.paymentStatus];
  const { receiptNumber } = bill;
  const cancelled = bill.status === 'cancelled';
  return (
    <article className="card stack" style={TIGHT} aria-label={title}>
      <header className="split">
        <span className="row">
          <h2>{title}</h2>
          {cancelled ? (
            <Badge status="cancelled">{orderWords.cancelledStatus}</Badge>
          ) : (
            <Badge status={bill.paymentStatus}>
              <Icon />
              {PAYMENT_STATUS[bill.paymentStatus]}
            </Badge>
          )}
        </span>
        <Money
          usd={fromServer(bill.grandTotalUSD)}
          lrd={fromServer(bill.grandTotalLRD)}
          leads={bill.currency}
          total
          className="end"
        />
      </header>
      <small>{bill.customerName}</small>
      <ul className="lines">
        {bill.items.map((item) => (
          <li key={item.id}>
            <b>{item.quantity}×</b>
            <span>{item.productName}</span>
            <span>{formatTotal(fromServer(item.totalPrice), item.currency)}</span>
          </li>
        ))}
      </ul>
      <footer>
        {isOpen(bill) && (
          <>
            <button type="button" className="secondary" onClick={onBill}>
              {words.paper}
            </button>
            <button type="button" className="soft" onClick={onPay}>
              {words.payment}
            </button>
          </>
        )}
        {receiptNumber && (
          <button type="button" className="secondary" onClick={() => openReceipt(receiptNumber)}>
            {orderWords.receipt}
          </button>
        )}
      </footer>
    </article>
  );
}

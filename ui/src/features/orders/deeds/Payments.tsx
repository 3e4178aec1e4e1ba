/** The payments of an order: a slip for each. The method of one that was keyed wrongly is corrected; while the order is open, it can be given back. */

import { lazy, Suspense, useEffect, useState } from 'react';
import { useMay } from '../../../api/approvals';
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import type { Order, Payment } from '../../../api/types';
import { formatTime } from '../../../lib/format';
import { moneyBackText } from '../../../parts/voiding/moneyBack';
import { Badge } from '../../../ui/Badge';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast, toastError } from '../../../ui/feedback/toast';
import { ReasonForm } from '../items/ReasonForm';
import { titleOf } from '../naming';
import { isOnCredit } from '../status';
import { paymentsUrl, printSlip, refundPayment } from './calls';
import { givenOf, methodsOf, netOf } from './payments';
import { words as common, payments as words } from './strings';
import { useDeed } from './useDeed';
import { useReasonDraft } from './useReasonDraft';
import '../orders.css';

const loadCorrection = () => import('../../../parts/correct/CorrectSheet');
const CorrectSheet = lazy(loadCorrection);

export default function Payments({ order, onClose }: { order: Order; onClose: () => void }) {
  const payments = useGet(paymentsUrl(order.id));
  const printers = useGet('/api/printers').data;
  const mayCorrect = useMay('cash_correction');
  const [back, setBack] = useState<number | null>(null);
  const [wrong, setWrong] = useState<number | null>(null);
  const asked = payments.data?.find(({ id }) => id === back);
  const open = order.paymentStatus !== 'paid' && order.status !== 'cancelled' && !isOnCredit(order);
  // So that the tap finds it there.
  useEffect(() => {
    if (mayCorrect) loadCorrection().catch(() => {});
  }, [mayCorrect]);
  if (wrong !== null) {
    return (
      <Suspense fallback={null}>
        <CorrectSheet
          note={titleOf(order)}
          list={paymentsUrl(order.id)}
          paymentId={wrong}
          back={words.toList}
          onClose={() => setWrong(null)}
        />
      </Suspense>
    );
  }
  return (
    <Sheet title={words.title} note={titleOf(order)} onClose={onClose}>
      {asked ? (
        <GiveBack order={order} payment={asked} onDone={() => setBack(null)} />
      ) : (
        <Loaded query={payments} errorText={words.loadFailed} skeleton={<Skeleton count={2} height="5rem" />}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty text={words.none} />
            ) : (
              <ul className="list payments-list">
                {rows.map((payment) => (
                  <Row
                    key={payment.id}
                    payment={payment}
                    order={order}
                    refund={rows.find(({ refunds }) => refunds === payment.id)}
                    prints={Boolean(printers?.length)}
                    onCorrect={mayCorrect ? () => setWrong(payment.id) : null}
                    onGiveBack={open ? () => setBack(payment.id) : null}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </Sheet>
  );
}

interface RowProps {
  payment: Payment;
  order: Order;
  /** What gave it back. */
  refund: Payment | undefined;
  /** Whether the bar has a printer. */
  prints: boolean;
  /** Null for a person who may not correct it. */
  onCorrect: (() => void) | null;
  /** Null once the order is settled. */
  onGiveBack: (() => void) | null;
}

function Row({ payment, order, refund, prints, onCorrect, onGiveBack }: RowProps) {
  const { id, share, takenOnOrderId, at, userName } = payment;
  const { amounts, change } = givenOf(payment);
  const facts = [
    methodsOf(payment),
    change && words.change(change),
    takenOnOrderId && takenOnOrderId !== order.id && words.takenOn(takenOnOrderId),
    words.by(userName, formatTime(at)),
  ].filter(Boolean);
  const isRefund = payment.refunds !== null;
  return (
    <li>
      <span className="grow">
        <b>{isRefund ? `−${amounts}` : amounts}</b>
        <small>{facts.join(' · ')}</small>
        {share && <Badge status="info">{words.part(share.part, share.of)}</Badge>}
        {refund && <Badge status="cancelled">{words.back}</Badge>}
        {isRefund && <small>{words.givenBack(payment.refunds ?? 0)}</small>}
      </span>
      {!isRefund && !refund && (
        <span className="row">
          {prints && <Slip id={id} amount={amounts} />}
          {onCorrect && (
            <button
              type="button"
              className="secondary"
              aria-label={`${words.correct} ${amounts}`}
              onClick={onCorrect}
            >
              {words.correct}
            </button>
          )}
          {onGiveBack && (
            <button
              type="button"
              className="secondary"
              aria-label={`${words.giveBack} ${amounts}`}
              onClick={onGiveBack}
            >
              {words.giveBack}
            </button>
          )}
        </span>
      )}
    </li>
  );
}

function Slip({ id, amount }: { id: number; amount: string }) {
  const write = useWrite((_: null, options) => printSlip(id, options), {
    refreshes: ['/api/print-jobs', '/api/printers'],
  });
  async function print() {
    try {
      if (await write.run(null)) toast(words.slipDone);
    } catch (error) {
      toastError(common.failed(reasonOf(error, common.noAnswer) ?? ''));
    }
  }
  return (
    <button
      type="button"
      className="secondary"
      aria-label={`${words.slip} ${amount}`}
      aria-busy={write.pending}
      onClick={() => void print()}
    >
      {words.slip}
    </button>
  );
}

interface GiveBackProps {
  order: Order;
  payment: Payment;
  onDone: () => void;
}

function GiveBack({ order, payment, onDone }: GiveBackProps) {
  const { draft, reasons, missing, sent } = useReasonDraft(`give-back:${payment.id}`, 'void', {});
  const write = useDeed((reason: typeof sent, options) => refundPayment(payment.id, reason, options));
  const dialog = useDraftForm<'reason', { payment: Payment; order: Order }>({
    draft,
    write,
    check: () => (missing ? { reason: missing } : {}),
    send: () => write.run(sent),
    onDone(done) {
      toast(words.done, moneyBackText(done.payment.tenders) ?? titleOf(order));
    },
    onFail: () => undefined,
    onClose: onDone,
  });
  const { errors } = dialog;

  return (
    <>
      <p>{words.question(netOf(payment))}</p>
      {write.changed && <Alert>{common.changed}</Alert>}
      <ReasonForm
        reasons={reasons}
        chosen={draft.values}
        onChosen={(next) => draft.type(next)}
        error={errors.reason}
        failed={null}
        action={words.giveBack}
        form={dialog}
      />
    </>
  );
}

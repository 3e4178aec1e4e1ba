/** Digital Receipt dialog: shows one receipt with its actions. */

import { QrCode } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useMay } from '../../api/approvals';
import { useBox } from '../../api/box';
import { at } from '../../api/calls';
import { put } from '../../api/http/client';
import { useGet } from '../../api/http/query';
import { openReceipt } from '../../api/openReceipt';
import { mayManage, useSession } from '../../api/session';
import type { ReceiptDetail } from '../../api/types';
import { formatDateTime } from '../../lib/format';
import { Sheet } from '../../ui/dialog/Dialog';
import { ErrorState, Skeleton } from '../../ui/feedback/States';
import { toastError } from '../../ui/feedback/toast';
import { Paper } from './Paper';
import { ReceiptActions } from './ReceiptActions';
import { detail as words } from './strings';

const VoidLines = lazy(() => import('../../parts/voiding/VoidLines'));
const BuyerDialog = lazy(() => import('../../parts/tax/BuyerDialog'));
const CorrectSheet = lazy(() => import('../../parts/correct/CorrectSheet'));
const RefundSheet = lazy(() => import('./refund/RefundSheet'));
const ReceiptCode = lazy(() => import('./ReceiptCode'));

interface ReceiptDialogProps {
  receiptNumber: string;
  onClose: () => void;
}

export default function ReceiptDialog({ receiptNumber, onClose }: ReceiptDialogProps) {
  const receipt = useGet(at('/api/receipts/{receiptNumber}', { receiptNumber }));
  const mayVoid = useMay('void_sale');
  const mayRefund = useMay('refund');
  const manages = mayManage(useSession().user?.role);
  const [over, setOver] = useState<'void' | 'refund' | 'correct' | 'code' | 'buyer' | null>(null);
  const takesBuyer = useTakesBuyer(receipt.data);
  const failed = receipt.isError && receipt.data === undefined;
  useEffect(() => {
    if (failed) toastError(words.error, words.failed);
  }, [failed]);

  const back = () => setOver(null);
  if (over)
    return (
      <Suspense fallback={null}>
        {over === 'buyer' ? (
          <BuyerDialog
            of={receiptNumber}
            buyer={receipt.data?.buyer ?? null}
            save={(buyer, options) =>
              put(at('/api/receipts/{receiptNumber}/buyer', { receiptNumber }), buyer, options)
            }
            refreshes={['/api/receipts']}
            onClose={back}
          />
        ) : over === 'correct' ? (
          <CorrectSheet
            note={receiptNumber}
            list={at('/api/payments', { receiptNumber })}
            back={words.back}
            onClose={back}
          />
        ) : over === 'refund' ? (
          <RefundSheet receiptNumber={receiptNumber} onClose={back} />
        ) : over === 'void' ? (
          <VoidLines
            receiptNumber={receiptNumber}
            hasTip={receipt.data?.totals.displayTip !== undefined}
            onClose={back}
          />
        ) : (
          <ReceiptCode receiptNumber={receiptNumber} onClose={back} />
        )}
      </Suspense>
    );
  return (
    <Sheet title={words.title} note={receiptNumber} onClose={onClose}>
      {receipt.data ? (
        <>
          <div className="receipt-tools">
            <button type="button" className="quiet" onClick={() => setOver('code')}>
              <QrCode />
              {words.showCode}
            </button>
            {takesBuyer && (
              <button type="button" className="quiet" onClick={() => setOver('buyer')}>
                {words.addBuyer}
              </button>
            )}
            {mayVoid && isSale(receipt.data) && (
              <button type="button" className="quiet" onClick={() => setOver('void')}>
                {words.voidItem}
              </button>
            )}
            {mayRefund && isSale(receipt.data) && (
              <button type="button" className="quiet" onClick={() => setOver('refund')}>
                {words.refundItem}
              </button>
            )}
            {manages && isSale(receipt.data) && (
              <button type="button" className="quiet" onClick={() => setOver('correct')}>
                {words.correctMethod}
              </button>
            )}
            {relatedOf(receipt.data).map((number) => (
              <button key={number} type="button" className="quiet" onClick={() => openReceipt(number)}>
                {words.openReceipt(number)}
              </button>
            ))}
          </div>
          <Paper receipt={receipt.data} />
          <Copies copies={receipt.data.copies} />
          <ReceiptActions receipt={receipt.data} />
        </>
      ) : failed ? (
        <ErrorState onRetry={() => void receipt.refetch()} />
      ) : (
        <Skeleton count={1} height="24rem" />
      )}
    </Sheet>
  );
}

/** Whether something on it can still be voided or refunded. */
const isSale = ({ kind, voided }: ReceiptDetail): boolean => kind !== 'refund' && voided !== 'all';

/** The receipt that a refund belongs to, or the refunds of a receipt. */
const relatedOf = ({ refundOf, refundReceipts }: ReceiptDetail): string[] =>
  refundOf ? [refundOf] : refundReceipts;

/** Who printed it again, and when. */
function Copies({ copies }: Pick<ReceiptDetail, 'copies'>) {
  if (copies.length === 0) return null;
  return (
    <ul className="list copies" aria-label={words.copies}>
      {copies.map(({ n, userName, at: time }) => (
        <li key={n}>
          <b>{words.copy(n)}</b>
          <small>{words.printedBy(userName, formatDateTime(time))}</small>
        </li>
      ))}
    </ul>
  );
}

/** In bars with tax, until the fiscal device has signed it. Anybody names a buyer once; only managers replace one. */
function useTakesBuyer(receipt: ReceiptDetail | undefined): boolean {
  const hasTax = Boolean(useBox()?.tax) || (receipt?.taxRows.length ?? 0) > 0;
  const manages = mayManage(useSession().user?.role);
  if (!hasTax || !receipt || receipt.fiscal?.status === 'signed') return false;
  return receipt.buyer === null || manages;
}

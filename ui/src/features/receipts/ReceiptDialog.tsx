/** Digital Receipt dialog: shows one receipt with its actions. */

import { QrCode } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useMay } from '../../api/approvals';
import { useBox } from '../../api/box';
import { at } from '../../api/calls';
import { put } from '../../api/http/client';
import { useGet } from '../../api/http/query';
import { mayManage, useSession } from '../../api/session';
import type { ReceiptDetail } from '../../api/types';
import { Sheet } from '../../ui/dialog/Dialog';
import { ErrorState, Skeleton } from '../../ui/feedback/States';
import { toastError } from '../../ui/feedback/toast';
import { Paper } from './Paper';
import { ReceiptActions } from './ReceiptActions';
import { detail as words } from './strings';

const VoidLines = lazy(() => import('../voiding/VoidLines'));
const BuyerDialog = lazy(() => import('../tax/BuyerDialog'));
const ReceiptCode = lazy(() => import('./ReceiptCode'));

interface ReceiptDialogProps {
  receiptNumber: string;
  onClose: () => void;
}

export default function ReceiptDialog({ receiptNumber, onClose }: ReceiptDialogProps) {
  const receipt = useGet(at('/api/receipts/{receiptNumber}', { receiptNumber }));
  const mayVoid = useMay('void_sale');
  const [over, setOver] = useState<'void' | 'code' | 'buyer' | null>(null);
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
            {mayVoid && receipt.data.voided !== 'all' && (
              <button type="button" className="quiet" onClick={() => setOver('void')}>
                {words.voidItem}
              </button>
            )}
          </div>
          <Paper receipt={receipt.data} />
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

/** In bars with tax. Anybody names a buyer once; only managers replace one. */
function useTakesBuyer(receipt: ReceiptDetail | undefined): boolean {
  const hasTax = Boolean(useBox()?.tax) || (receipt?.taxRows.length ?? 0) > 0;
  const manages = mayManage(useSession().user?.role);
  return hasTax && receipt !== undefined && (receipt.buyer === null || manages);
}

/** Digital Receipt dialog: shows one receipt with its actions. */

import { QrCode } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useMay } from '../../api/approvals';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import { Sheet } from '../../ui/dialog/Dialog';
import { ErrorState, Skeleton } from '../../ui/feedback/States';
import { toastError } from '../../ui/feedback/toast';
import { Paper } from './Paper';
import { ReceiptActions } from './ReceiptActions';
import { detail as words } from './strings';

const VoidLines = lazy(() => import('../voiding/VoidLines'));
const ReceiptCode = lazy(() => import('./ReceiptCode'));

interface ReceiptDialogProps {
  receiptNumber: string;
  onClose: () => void;
}

export default function ReceiptDialog({ receiptNumber, onClose }: ReceiptDialogProps) {
  const receipt = useGet(at('/api/receipts/{receiptNumber}', { receiptNumber }));
  const mayVoid = useMay('void_sale');
  const [over, setOver] = useState<'void' | 'code' | null>(null);
  const failed = receipt.isError && receipt.data === undefined;
  useEffect(() => {
    if (failed) toastError(words.error, words.failed);
  }, [failed]);

  const back = () => setOver(null);
  if (over)
    return (
      <Suspense fallback={null}>
        {over === 'void' ? (
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

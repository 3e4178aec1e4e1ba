/** Digital Receipt dialog: shows one receipt with its actions. */

import { lazy, Suspense, useEffect, useState } from 'react';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import { mayManage, useSession } from '../../api/session';
import { Sheet } from '../../ui/dialog/Dialog';
import { ErrorState, Skeleton } from '../../ui/feedback/States';
import { toastError } from '../../ui/feedback/toast';
import { Paper } from './Paper';
import { ReceiptActions } from './ReceiptActions';
import { detail as words } from './strings';

const VoidLines = lazy(() => import('../voiding/VoidLines'));

interface ReceiptDialogProps {
  receiptNumber: string;
  onClose: () => void;
}

export default function ReceiptDialog({ receiptNumber, onClose }: ReceiptDialogProps) {
  const receipt = useGet(at('/api/receipts/{receiptNumber}', { receiptNumber }));
  const role = useSession().user?.role;
  const [voiding, setVoiding] = useState(false);
  const failed = receipt.isError && receipt.data === undefined;
  useEffect(() => {
    if (failed) toastError(words.error, words.failed);
  }, [failed]);

  if (voiding)
    return (
      <Suspense fallback={null}>
        <VoidLines receiptNumber={receiptNumber} onClose={() => setVoiding(false)} />
      </Suspense>
    );
  return (
    <Sheet title={words.title} note={receiptNumber} onClose={onClose}>
      {receipt.data ? (
        <>
          <Paper receipt={receipt.data} />
          {mayManage(role) && (
            <button type="button" className="quiet" onClick={() => setVoiding(true)}>
              {words.voidItem}
            </button>
          )}
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

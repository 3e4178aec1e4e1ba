/** The code of a receipt, large: a guest's phone opens the receipt with it. The box draws it. */
import { useState } from 'react';
import { at } from '../../api/calls';
import { Sheet } from '../../ui/dialog/Dialog';
import { ErrorState } from '../../ui/feedback/States';
import { detail as words } from './strings';

interface ReceiptCodeProps {
  receiptNumber: string;
  onClose: () => void;
}

export default function ReceiptCode({ receiptNumber, onClose }: ReceiptCodeProps) {
  const [failed, setFailed] = useState(false);
  return (
    <Sheet title={words.showCode} note={receiptNumber} onClose={onClose}>
      {failed ? (
        <ErrorState text={words.codeFailed} onRetry={() => setFailed(false)} />
      ) : (
        <img
          className="receipt-code"
          src={at('/api/receipts/{receiptNumber}/qr', { receiptNumber })}
          width="800"
          height="800"
          alt={words.code}
          onError={() => setFailed(true)}
        />
      )}
      <p>{words.codeHint}</p>
      <p>
        <small>{words.codeNote}</small>
      </p>
      <footer>
        <button type="button" className="secondary" onClick={onClose}>
          {words.back}
        </button>
      </footer>
    </Sheet>
  );
}

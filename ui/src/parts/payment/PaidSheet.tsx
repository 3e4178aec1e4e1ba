/** After a payment with change: the change in the largest figures of the screen, until it is closed. */
import { CircleCheck, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { openReceipt } from '../../api/openReceipt';
import { Sheet } from '../../ui/dialog/Dialog';
import { words } from './strings';
import type { PaidReport } from './usePayment';
import './payment.css';

interface PaidSheetProps {
  title: ReactNode;
  note?: ReactNode;
  report: PaidReport;
  /** Buttons at the bottom; Done alone without them. */
  children?: ReactNode;
  onClose: () => void;
}

export function PaidSheet({ title, note, report, children, onClose }: PaidSheetProps) {
  const { receiptNumber, change, given, open, tip, savedBefore } = report;
  return (
    <Sheet title={title} note={note} onClose={onClose}>
      <div className="paid-report" data-status="ok" role="status">
        <p>
          <CircleCheck />
          <span>
            <strong>{words.done}</strong>
            {receiptNumber && (
              <>
                <br />
                {receiptNumber}
              </>
            )}
          </span>
        </p>
        <b className="big">{change}</b>
        <p>{words.changeOn(given)}</p>
        {[savedBefore, open, tip].filter(Boolean).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {receiptNumber && (
        <button type="button" className="secondary wide" onClick={() => openReceipt(receiptNumber)}>
          <ReceiptText />
          {words.viewReceipt}
        </button>
      )}
      <footer>
        {children ?? (
          <button type="button" className="large wide" onClick={onClose}>
            {words.close}
          </button>
        )}
      </footer>
    </Sheet>
  );
}

/** What was sold and the change to give, in the place of the pressed button. Taps on it do nothing: they were aimed at the button. */
import { CircleCheck } from 'lucide-react';
import { openReceipt } from '../../../api/openReceipt';
import { toast } from '../../../ui/feedback/toast';
import { words } from '../strings';
import type { Sold } from '../useProcessSale';
import { words as own } from './strings';
import type { Done, Place } from './useDone';
import './done.css';

interface DoneBarProps {
  done: Done;
  place: Place;
  onTap: () => void;
}

export default function DoneBar({ done, place, onTap }: DoneBarProps) {
  const { title, detail, change, receipt } = done;
  return (
    <section className="sold" data-status="ok" role="status" style={place} onPointerDown={onTap}>
      <p>
        <CircleCheck />
        <span>
          <strong>{title}</strong>
          {detail && (
            <>
              {change ? ' · ' : <br />}
              <span>{detail}</span>
            </>
          )}
        </span>
      </p>
      {change && <p>{change.label}</p>}
      {change && <b className="big">{change.amount}</b>}
      {receipt && (
        <button type="button" className="secondary" disabled>
          {own.viewReceipt}
        </button>
      )}
    </section>
  );
}

/** The toast that follows the bar. */
export function report({ receiptNumber, change, tip, rest }: Sold): void {
  const action = { label: own.viewReceipt, onSelect: () => openReceipt(receiptNumber) };
  const text = rest ? own.soldEarlier(receiptNumber) : receiptNumber;
  const note = [change && own.change(change), tip && words.tip(tip)].filter(Boolean).join(' · ');
  toast(own.sold, text, action, note || undefined);
}

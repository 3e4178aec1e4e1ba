/** Summary row of a payment: the amount still to pay, or 'Fully Paid' with a selector for the currency of the change. */
import { CircleCheck, CircleDot } from 'lucide-react';
import type { Change, ChangeIn, Settlement } from '../../lib/money/tender';
import { ChangeSelect } from './ChangeDue';
import { changeText } from './changeText';
import { Money } from './Money';
import './settlement-line.css';

interface SettlementLineProps {
  settlement: Settlement;
  changeOptions: readonly Change[];
  selectedChange: Change | undefined;
  onChoose: (value: ChangeIn) => void;
}

export function SettlementLine({ settlement, changeOptions, selectedChange, onChoose }: SettlementLineProps) {
  const { settled, remaining } = settlement;
  return (
    <div className="settlement" data-status={settled ? 'paid' : 'partial'}>
      {settled ? <CircleCheck /> : <CircleDot />}
      <output className="grow">
        <strong>{settled ? 'Fully Paid' : 'Remaining'}</strong>
        <small>{settled ? (selectedChange ? 'Change due' : 'No change due') : 'Still to pay'}</small>
        {selectedChange && <span className="sr-only"> {changeText(selectedChange.given)}</span>}
      </output>
      {!settled && <Money {...remaining} total className="end" />}
      {selectedChange && (
        <ChangeSelect changeOptions={changeOptions} selectedChange={selectedChange} onChoose={onChoose} />
      )}
    </div>
  );
}

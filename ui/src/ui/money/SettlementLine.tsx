/** The result below a payment's amounts: what remains, or 'Fully Paid' with the change due. */
import { CircleCheck, CircleDot } from 'lucide-react';
import type { Change, ChangeIn, Settlement } from '../../lib/money/tender';
import { ChangeSelect, changeText } from './ChangeDue';
import { Money } from './Money';
import '../../styles/screens/settlement.css';

interface SettlementLineProps {
  settlement: Settlement;
  choices: readonly Change[];
  chosen: Change | undefined;
  onChoose: (value: ChangeIn) => void;
}

export function SettlementLine({ settlement, choices, chosen, onChoose }: SettlementLineProps) {
  const { settled, remaining } = settlement;
  return (
    <div className="settlement" data-status={settled ? 'paid' : 'partial'}>
      {settled ? <CircleCheck /> : <CircleDot />}
      <output className="grow">
        <strong>{settled ? 'Fully Paid' : 'Remaining'}</strong>
        <small>{settled ? (chosen ? 'Change due' : 'No change due') : 'Still to pay'}</small>
        {chosen && <span className="sr-only"> {changeText(chosen.given)}</span>}
      </output>
      {!settled && <Money {...remaining} total className="end" />}
      {chosen && <ChangeSelect choices={choices} chosen={chosen} onChoose={onChoose} />}
    </div>
  );
}

/** Where a payment stands: what remains, or the change in large figures, with one button that turns through the ways to give it. */
import { ArrowLeftRight, CircleCheck, CircleDot } from 'lucide-react';
import type { Change, ChangeIn, Settlement } from '../../lib/money/tender';
import { changeText } from './changeText';
import { Money } from './Money';
import './change-line.css';

interface ChangeLineProps {
  settlement: Settlement;
  changeOptions: readonly Change[];
  selectedChange: Change | undefined;
  onChoose: (value: ChangeIn) => void;
}

export function ChangeLine({ settlement, changeOptions, selectedChange, onChoose }: ChangeLineProps) {
  const { settled, remaining } = settlement;
  const at = changeOptions.findIndex(({ value }) => value === selectedChange?.value);
  const next = changeOptions.length > 1 ? changeOptions[(at + 1) % changeOptions.length] : undefined;
  return (
    <div className="change-line" data-status={settled ? 'paid' : 'partial'}>
      <output>
        <small>
          {settled ? <CircleCheck /> : <CircleDot />}
          <strong>{settled ? 'Fully Paid' : 'Remaining'}</strong>
          <span>{settled ? (selectedChange ? 'Change due' : 'No change due') : 'Still to pay'}</span>
        </small>{' '}
        {settled ? (
          selectedChange && <b className="big">{changeText(selectedChange.given)}</b>
        ) : (
          <Money {...remaining} total className="inline" />
        )}
      </output>
      {next && (
        <button
          type="button"
          className="quiet icon-only"
          aria-label={`Change ${changeText(next.given)}`}
          onClick={() => onChoose(next.value)}
        >
          <ArrowLeftRight />
        </button>
      )}
    </div>
  );
}

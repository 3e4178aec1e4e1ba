/** The change due, with a selector for the currency of the change. */
import { ArrowLeftRight, CircleCheck } from 'lucide-react';
import type { Change, ChangeIn } from '../../lib/money/tender';
import { changeText } from './changeText';
import './settlement-line.css';

interface ChangeDueProps {
  changeOptions: readonly Change[];
  selectedChange: Change | undefined;
  onChoose: (value: ChangeIn) => void;
}

/** Shows only the change: for payments that always cover the bill. */
export function ChangeDue({ changeOptions, selectedChange, onChoose }: ChangeDueProps) {
  const at = changeOptions.findIndex(({ value }) => value === selectedChange?.value);
  /** One tap for the other way to give it; the select takes two. */
  const next = changeOptions.length > 1 ? changeOptions[(at + 1) % changeOptions.length] : undefined;
  return (
    <div className="settlement" data-status="paid">
      <CircleCheck />
      <output className="grow">
        <strong>{selectedChange ? 'Change due' : 'No change due'}</strong>
        {selectedChange && <span className="sr-only"> {changeText(selectedChange.given)}</span>}
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
      {selectedChange && (
        <ChangeSelect changeOptions={changeOptions} selectedChange={selectedChange} onChoose={onChoose} />
      )}
    </div>
  );
}

interface ChangeSelectProps extends Omit<ChangeDueProps, 'selectedChange'> {
  selectedChange: Change;
}

export function ChangeSelect({ changeOptions, selectedChange, onChoose }: ChangeSelectProps) {
  return (
    <select
      aria-label="Change"
      value={selectedChange.value}
      onChange={(event) => onChoose(event.currentTarget.value as ChangeIn)}
    >
      {changeOptions.map(({ value, given }) => (
        <option key={value} value={value}>
          {changeText(given)}
        </option>
      ))}
    </select>
  );
}

/** Asks for a reason: chips of the bar's list that fill the field, and the field where words of one's own are allowed. */
import type { Reason } from '../../api/types';
import { ErrorState } from '../../ui/feedback/States';
import { Choices } from '../../ui/form/Choices';
import { TextField } from '../../ui/form/Field';
import { type Chosen, chosenOf, picked, problemOf, typedOver } from './reasons';
import { words } from './strings';
import type { LoadedReasons } from './useReasons';

interface ReasonPickerProps {
  reasons: LoadedReasons;
  value: Chosen;
  /** Shown while something is still missing. */
  error?: string | null;
  /** `reason` is the chosen one of the list. */
  onValue: (value: Chosen, reason: Reason | null) => void;
}

export function ReasonPicker({ reasons, value, error, onValue }: ReasonPickerProps) {
  const { options, freeText, missing, failed, retry } = reasons;
  const chosen = chosenOf(value, reasons);
  const shown = error && problemOf(value, reasons);
  const asksForNote = chosen?.noteRequired ?? false;

  function choose(id: string) {
    const reason = options.find((option) => String(option.id) === id);
    if (reason) onValue(picked(value, reason, reasons), reason);
  }
  function type(text: string) {
    const next = typedOver(value, text, reasons);
    onValue(next, chosenOf(next, reasons));
  }

  return (
    <div className="stack tight reasons">
      {options.length > 0 && (
        <Choices
          label={words.why}
          value={value.reasonId}
          onValue={choose}
          options={options.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      {!freeText && failed && missing && <ErrorState text={words.loadFailed} onRetry={retry} />}
      {!freeText && !missing && options.length === 0 && <p>{words.none}</p>}
      {freeText || asksForNote ? (
        <TextField
          label={asksForNote ? words.note : words.reason}
          value={value.reason}
          autoComplete="off"
          error={shown}
          onValue={type}
        />
      ) : (
        shown && (
          <small role="alert" className="bad">
            {shown}
          </small>
        )
      )}
    </div>
  );
}

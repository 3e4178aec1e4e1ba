/** Date inputs for a report's first and last day, with a validation message. */
import { useId } from 'react';
import type { DateRange } from './range';
import { words } from './strings';

interface RangeFieldsProps {
  range: DateRange;
  error: string | null;
  onRange: (range: DateRange) => void;
}

export function RangeFields({ range, error, onRange }: RangeFieldsProps) {
  const errorId = useId();
  const field = (name: keyof DateRange, label: string) => (
    <label>
      <span className="sr-only">{label}</span>
      <input
        type="date"
        name={name}
        value={range[name]}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => onRange({ ...range, [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <form className="range" noValidate aria-label={words.range}>
      {field('from', words.from)}
      <span aria-hidden="true">{words.to}</span>
      {field('to', words.toLabel)}
      {error && (
        <small id={errorId} role="alert">
          {error}
        </small>
      )}
    </form>
  );
}

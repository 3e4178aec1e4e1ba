/** The first and last day of the report. */
import { useId } from 'react';
import type { Range } from './range';
import { words } from './strings';

interface RangeFieldsProps {
  range: Range;
  problem: string | null;
  onRange: (range: Range) => void;
}

export function RangeFields({ range, problem, onRange }: RangeFieldsProps) {
  const noteId = useId();
  const field = (name: keyof Range, label: string) => (
    <label>
      <span className="sr-only">{label}</span>
      <input
        type="date"
        name={name}
        value={range[name]}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? noteId : undefined}
        onChange={(event) => onRange({ ...range, [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <form className="range" noValidate aria-label={words.range}>
      {field('from', words.from)}
      <span aria-hidden="true">{words.to}</span>
      {field('to', words.toLabel)}
      {problem && (
        <small id={noteId} role="alert">
          {problem}
        </small>
      )}
    </form>
  );
}

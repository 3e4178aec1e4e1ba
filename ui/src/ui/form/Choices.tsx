/** One of a few: a radio group that looks like pills (filters) or like one segmented control (fixed choices). */
import { type ReactNode, useId } from 'react';

/** CSS classes: pills in a row that scrolls, a segmented control, or amounts in threes. */
const KIND_CLASS = { chips: 'chips scroller', segmented: 'segmented', notes: 'chips notes' };

interface ChoicesProps<V extends string> {
  /** The group's name, read aloud: 'Show'. */
  label: string;
  value: V;
  onValue: (value: V) => void;
  options: readonly { value: V; label: ReactNode; count?: number; disabled?: boolean }[];
  kind?: keyof typeof KIND_CLASS;
}

export function Choices<V extends string>({
  label,
  value,
  onValue,
  options,
  kind = 'chips',
}: ChoicesProps<V>) {
  const name = useId();
  return (
    <div className={KIND_CLASS[kind]} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onValue(option.value)}
          />
          {option.label}
          {option.count !== undefined && (
            <span className="count" aria-hidden="true">
              {option.count}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}

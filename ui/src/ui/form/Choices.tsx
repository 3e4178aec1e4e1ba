/** Radio group, drawn as pills (filters) or as a segmented control (fixed choices). */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { showInRow } from '../../lib/render/showInRow';

/** CSS classes: a scrolling row of pills, a segmented control, two looks at one page, or amounts in three columns. */
const KIND_CLASS = {
  chips: 'chips scroller',
  segmented: 'segmented',
  view: 'segmented view',
  notes: 'chips notes',
};

interface ChoicesProps<V extends string> {
  /** The group's name for screen readers, such as 'Show'. */
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
  const group = useRef<HTMLDivElement>(null);
  // A chosen chip at the edge of a scrolling row would be cut off.
  useEffect(() => {
    showInRow(group.current, group.current?.querySelector(':checked')?.parentElement);
  }, [value]);
  return (
    <div ref={group} className={KIND_CLASS[kind]} role="radiogroup" aria-label={label}>
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

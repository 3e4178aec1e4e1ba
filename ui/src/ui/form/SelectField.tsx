/** Labelled select. In a file of its own, because the sign-in page does not need it and must stay small. */
import type { SelectHTMLAttributes } from 'react';
import { Field, type LabelProps } from './Field';

interface SelectFieldProps<V extends string>
  extends LabelProps,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value' | 'id'> {
  value: V;
  onValue: (value: V) => void;
  options: readonly { value: V; label: string; disabled?: boolean }[];
}

export function SelectField<V extends string>(props: SelectFieldProps<V>) {
  const { label, error, hint, onValue, options, ...select } = props;
  return (
    <Field label={label} error={error} hint={hint}>
      {(controlProps) => (
        <select {...select} {...controlProps} onChange={(event) => onValue(event.currentTarget.value as V)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

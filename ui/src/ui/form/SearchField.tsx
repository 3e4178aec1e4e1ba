/** Search field that reports its text at every key. */
import type { InputHTMLAttributes, Ref } from 'react';

interface SearchFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> {
  label: string;
  value: string;
  onValue: (value: string) => void;
  field?: Ref<HTMLInputElement>;
}

export function SearchField({ label, onValue, field, placeholder = label, ...input }: SearchFieldProps) {
  return (
    <input
      autoComplete="off"
      {...input}
      ref={field}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  );
}

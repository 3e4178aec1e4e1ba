/** A field for a number. Its value stays text until the form parses it, because an unfinished number is not valid yet. */
import type { ReactNode } from 'react';
import { Field, type TextFieldProps } from './Field';

interface NumberFieldProps extends TextFieldProps {
  /** Stands beside the input, in the same frame. */
  children?: ReactNode;
}

export function NumberField({ label, error, hint, onValue, children, ...input }: NumberFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(controlProps) => {
        const field = (
          <input
            className="grow"
            type="number"
            min={0}
            inputMode="decimal"
            autoComplete="off"
            {...input}
            {...controlProps}
            onInput={(event) => onValue(event.currentTarget.value)}
            // Scrolling the page with the wheel must not change an amount.
            onWheel={(event) => event.currentTarget.blur()}
          />
        );
        return children ? (
          <span className="row">
            {field}
            {children}
          </span>
        ) : (
          field
        );
      }}
    </Field>
  );
}

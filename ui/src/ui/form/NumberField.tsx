/** Number field. Its value is text until the form parses it, because a half-typed number is not valid. */
import type { ReactNode } from 'react';
import { decimalTyped } from '../../lib/money/typed';
import { Field, type TextFieldProps } from './Field';

interface NumberFieldProps extends TextFieldProps {
  /** Rendered beside the input, in the same row. */
  children?: ReactNode;
}

export function NumberField({ label, error, hint, onValue, children, ...input }: NumberFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(controlProps) => {
        const field = (
          <input
            className="grow"
            inputMode="decimal"
            autoComplete="off"
            {...input}
            {...controlProps}
            onInput={(event) => onValue(decimalTyped(event.currentTarget.value))}
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

/** Number field. Its value is text until the form parses it, because a half-typed number is not valid. */
import type { ReactNode } from 'react';
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
            type="number"
            min={0}
            inputMode="decimal"
            autoComplete="off"
            {...input}
            {...controlProps}
            onInput={(event) => onValue(event.currentTarget.value)}
            // Scrolling with the mouse wheel must not change the number.
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

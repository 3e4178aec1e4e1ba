/** A field for a PIN: digits, hidden, from the number keys. */
import { Field, type TextFieldProps } from '../../ui/form/Field';
import { PIN_MAX } from '../../ui/form/PinPad';
import { digitsOf } from './pin';

export function PinField({ label, error, hint, onValue, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(controlProps) => (
        <input
          {...input}
          {...controlProps}
          type="password"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          maxLength={PIN_MAX}
          onInput={({ currentTarget }) => {
            const digits = digitsOf(currentTarget.value);
            if (currentTarget.value !== digits) currentTarget.value = digits;
            onValue(digits);
          }}
        />
      )}
    </Field>
  );
}

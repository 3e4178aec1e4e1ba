/** Password field with a button that shows the password. */
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field, type TextFieldProps } from './Field';

export function PasswordField({ label, error, hint, onValue, ...input }: TextFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint}>
      {(controlProps) => (
        <span className="reveal">
          <input
            {...input}
            {...controlProps}
            type={shown ? 'text' : 'password'}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
          <button
            type="button"
            className="quiet icon-only"
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff /> : <Eye />}
          </button>
        </span>
      )}
    </Field>
  );
}

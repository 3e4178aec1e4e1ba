/** A labelled text of several lines. */
import { Field, type Shared } from './Field';

interface TextAreaFieldProps extends Shared {
  value: string;
  onValue: (value: string) => void;
  rows?: number;
  name?: string;
}

export function TextAreaField({ label, error, hint, onValue, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(wiring) => <textarea {...area} {...wiring} onInput={(event) => onValue(event.currentTarget.value)} />}
    </Field>
  );
}

/** Labelled text area. */
import { Field, type LabelProps } from './Field';

interface TextAreaFieldProps extends LabelProps {
  value: string;
  onValue: (value: string) => void;
  rows?: number;
  readOnly?: boolean;
  name?: string;
}

export function TextAreaField({ label, error, hint, onValue, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(controlProps) => (
        <textarea {...area} {...controlProps} onInput={(event) => onValue(event.currentTarget.value)} />
      )}
    </Field>
  );
}

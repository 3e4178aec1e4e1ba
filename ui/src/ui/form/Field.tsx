/** Form field: a label, a control and its hint or error. `children` renders the control with the props that connect them. */
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  error?: string | null;
  hint?: ReactNode;
  children: (controlProps: ControlProps) => ReactNode;
}

export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error || hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <small id={noteId} role={error ? 'alert' : undefined}>
          {note}
        </small>
      )}
    </div>
  );
}

export type LabelProps = Pick<FieldProps, 'label' | 'error' | 'hint'>;

export interface TextFieldProps
  extends LabelProps,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'id'> {
  value: string;
  onValue: (value: string) => void;
}

export function TextField({ label, error, hint, onValue, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(controlProps) => (
        <input {...input} {...controlProps} onInput={(event) => onValue(event.currentTarget.value)} />
      )}
    </Field>
  );
}

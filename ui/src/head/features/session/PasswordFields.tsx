/** The form that changes the password: in a dialog by choice, and as a page when it must be changed first. */
import { useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { PASSWORD_ADVICE, PasswordField } from '../../../ui/form/PasswordField';
import { useSession } from '../../api/session';
import { reasonOf } from '../../api/useSend';
import { changePassword } from './api';
import { checkPasswords, type PasswordForm } from './password';
import { password as words } from './strings';

interface PasswordFieldsProps {
  onDone: () => void;
  /** Without it the password must be changed. */
  onCancel?: () => void;
}

const EMPTY: PasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function PasswordFields({ onDone, onCancel }: PasswordFieldsProps) {
  const [values, setValues] = useState(EMPTY);
  const [pending, setPending] = useState(false);
  // Password managers need the username of this password.
  const username = useSession().user?.username ?? '';
  const form = useForm<keyof PasswordForm, true>({
    pending,
    check: () => checkPasswords(values),
    send: async () => {
      setPending(true);
      await changePassword(values.currentPassword, values.newPassword).finally(() => setPending(false));
      return true;
    },
    onDone,
    onFail: (error) => reasonOf(error) ?? words.failed,
  });
  const field = (name: keyof PasswordForm, label: string, autoComplete: string, hint?: string) => (
    <PasswordField
      label={label}
      name={name}
      autoComplete={autoComplete}
      value={values[name]}
      error={form.errors[name]}
      hint={hint}
      onValue={(value) => setValues((before) => ({ ...before, [name]: value }))}
    />
  );
  return (
    <form ref={form.formRef} className="stack" noValidate onSubmit={form.onSubmit}>
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      {form.problem && <Alert>{form.problem}</Alert>}
      {field('currentPassword', words.current, 'current-password')}
      {field('newPassword', words.next, 'new-password', PASSWORD_ADVICE)}
      {field('confirmPassword', words.confirm, 'new-password')}
      <footer>
        <ActionButton
          className={onCancel ? undefined : 'large wide'}
          pending={pending}
          pendingLabel={words.pending}
        >
          {words.submit}
        </ActionButton>
        {onCancel && (
          <button type="button" className="secondary" onClick={onCancel}>
            {words.cancel}
          </button>
        )}
      </footer>
    </form>
  );
}

/** The form that changes the password: in a dialog by choice, and as a page when it must be changed first. */
import { useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { PasswordFields } from '../../../ui/session/PasswordFields';
import { checkPasswords, NO_PASSWORDS, type PasswordForm } from '../../../ui/session/password';
import { changePassword as words } from '../../../ui/session/passwordStrings';
import { useSession } from '../../api/session';
import { reasonOf } from '../../api/useSend';
import { changePassword } from './api';

interface ChangePasswordProps {
  onDone: () => void;
  /** Without it the password must be changed. */
  onCancel?: () => void;
}

export function ChangePassword({ onDone, onCancel }: ChangePasswordProps) {
  const [values, setValues] = useState(NO_PASSWORDS);
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
  return (
    <form ref={form.formRef} className="stack" noValidate onSubmit={form.onSubmit}>
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      {form.problem && <Alert>{form.problem}</Alert>}
      <PasswordFields
        form={values}
        errors={form.errors}
        onType={(change) => setValues((before) => ({ ...before, ...change }))}
      />
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

/** Change Password dialog; mandatory when the server requires a new password. */
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '../../api/http/error';
import { useSession } from '../../api/session';
import { ActionButton } from '../../ui/ActionButton';
import { Dialog } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { toast, toastError } from '../../ui/feedback/toast';
import { PASSWORD_ADVICE, PasswordField } from '../../ui/form/PasswordField';
import { changePassword } from './api';
import { checkPasswords, type PasswordErrors, type PasswordForm } from './password';
import { changePassword as words } from './passwordStrings';

interface ChangePasswordProps {
  mandatory?: boolean;
  /** After success, and on Cancel when it is not mandatory. */
  onClose: () => void;
}

const EMPTY: PasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' };

export default function ChangePasswordDialog({ mandatory = false, onClose }: ChangePasswordProps) {
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<PasswordErrors>({});
  // Password managers need the username of this password.
  const username = useSession().user?.username ?? '';
  const [pending, setPending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const found = checkPasswords(form);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setPending(true);
    try {
      await changePassword(form.currentPassword, form.newPassword);
      toast(words.done);
      onClose();
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields);
      toastError(words.error, messageOf(error, words.failed));
    } finally {
      setPending(false);
    }
  }

  const field = (name: keyof PasswordForm, label: string, autoComplete: string, hint?: string) => (
    <PasswordField
      label={label}
      name={name}
      autoComplete={autoComplete}
      value={form[name]}
      error={errors[name]}
      hint={hint}
      onValue={(value) => setForm((before) => ({ ...before, [name]: value }))}
    />
  );

  return (
    <Dialog title={words.title} onClose={onClose} mandatory={mandatory}>
      <form className="stack" noValidate onSubmit={submit}>
        <input hidden readOnly name="username" autoComplete="username" value={username} />
        {mandatory && <Alert kind="warning">{words.mandatory}</Alert>}
        {field('currentPassword', words.current, 'current-password')}
        {field('newPassword', words.next, 'new-password', PASSWORD_ADVICE)}
        {field('confirmPassword', words.confirm, 'new-password')}
        <footer>
          <ActionButton pending={pending} pendingLabel={words.pending}>
            {words.submit}
          </ActionButton>
          {!mandatory && (
            <button type="button" className="secondary" onClick={onClose}>
              {words.cancel}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

/** Change Password dialog; mandatory when the server requires a new password. */
import { type FormEvent, useState } from 'react';
import { fieldsFrom } from '../../api/forms/refusal';
import { messageOf } from '../../api/http/error';
import { useSession } from '../../api/session';
import { ActionButton } from '../../ui/ActionButton';
import { Dialog } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { toast, toastError } from '../../ui/feedback/toast';
import { PasswordFields } from '../../ui/session/PasswordFields';
import { checkPasswords, NO_PASSWORDS, type PasswordErrors } from '../../ui/session/password';
import { changePassword as words } from '../../ui/session/passwordStrings';
import { changePassword, typedPassword } from './api';

interface ChangePasswordProps {
  mandatory?: boolean;
  /** After success, and on Cancel when it is not mandatory. */
  onClose: () => void;
}

export default function ChangePasswordDialog({ mandatory = false, onClose }: ChangePasswordProps) {
  // Typed a moment ago at the sign-in: not asked again.
  const known = mandatory ? typedPassword() : '';
  const [form, setForm] = useState({ ...NO_PASSWORDS, currentPassword: known });
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
      setErrors(fieldsFrom(error));
      toastError(words.error, messageOf(error, words.failed));
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog title={words.title} onClose={onClose} mandatory={mandatory}>
      <form className="stack" noValidate onSubmit={submit}>
        <input hidden readOnly name="username" autoComplete="username" value={username} />
        {mandatory && <Alert kind="warning">{words.mandatory}</Alert>}
        <PasswordFields
          form={form}
          isKnown={known !== ''}
          errors={errors}
          onType={(change) => setForm((before) => ({ ...before, ...change }))}
        />
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

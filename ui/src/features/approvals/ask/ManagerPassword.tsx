/** Username and password of a manager, given on the phone of the person who asked. */
import { useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { messageOf } from '../../../api/http/error';
import type { Approval } from '../../../api/types';
import { Alert } from '../../../ui/feedback/Alert';
import { TextField } from '../../../ui/form/Field';
import { FormButtons } from '../../../ui/form/FormButtons';
import { PasswordField } from '../../../ui/form/PasswordField';
import { decidedAlready, grantHere } from '../calls';
import { ask as words } from '../strings';
import { isNoManager } from './noManager';

interface ManagerPasswordProps {
  id: number;
  onDecided: (approval: Approval) => void;
  onBack: () => void;
}

export function ManagerPassword({ id, onDecided, onBack }: ManagerPasswordProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);

  const { formRef, errors, problem, onSubmit } = useForm<'username' | 'password', Approval>({
    pending,
    check: () => ({
      ...(username.trim() === '' ? { username: words.usernameMissing } : {}),
      ...(password === '' ? { password: words.passwordMissing } : {}),
    }),
    async send() {
      setPending(true);
      try {
        return await grantHere(id, { username: username.trim(), password });
      } catch (error) {
        const decided = decidedAlready(error);
        if (decided) return decided;
        throw error;
      } finally {
        setPending(false);
      }
    },
    onDone: onDecided,
    onFail(error) {
      setPassword('');
      return isNoManager(error) ? words.notManager : messageOf(error, words.unreachable);
    },
  });

  return (
    <form ref={formRef} className="stack" noValidate autoComplete="off" onSubmit={onSubmit}>
      <p>{words.hereByPassword}</p>
      {problem && Object.keys(errors).length === 0 && <Alert>{problem}</Alert>}
      {/* The phone must not offer or keep the manager's password. */}
      <TextField
        label={words.username}
        name="approver"
        autoComplete="off"
        autoFocus
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        error={errors.username}
        onValue={setUsername}
      />
      <PasswordField
        label={words.password}
        name="approver-password"
        autoComplete="new-password"
        value={password}
        error={errors.password}
        onValue={setPassword}
      />
      <footer className="pair">
        <FormButtons
          submit={words.approve}
          pendingLabel={words.checking}
          pending={pending}
          waiting={false}
          cancel={words.back}
          onCancel={onBack}
        />
      </footer>
    </form>
  );
}

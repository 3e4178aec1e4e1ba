/** 'Enter your password': what was refused goes on once it is right. */
import { useEffect, useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { messageOf } from '../../../api/http/error';
import { sessionStore } from '../../../api/session';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { FormButtons } from '../../../ui/form/FormButtons';
import { PasswordField } from '../../../ui/form/PasswordField';
import { confirmPassword } from '../api';
import { password as words } from '../strings';

/** `onAnswer` says whether the password was given. */
export default function PasswordDialog({ onAnswer }: { onAnswer: (given: boolean) => void }) {
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  // Who waits must not wait for ever: the screen may lock under the dialog.
  useEffect(() => () => onAnswer(false), []);

  const { formRef, errors, problem, onSubmit } = useForm<'password', unknown>({
    pending,
    check: () => (password === '' ? { password: words.missing } : {}),
    async send() {
      setPending(true);
      try {
        return await confirmPassword(password);
      } finally {
        setPending(false);
      }
    },
    onDone: () => onAnswer(true),
    onFail: (error) => messageOf(error, words.failed),
  });

  return (
    <Dialog title={words.title} onClose={() => onAnswer(false)}>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        <p>{words.lead}</p>
        <input
          hidden
          readOnly
          name="username"
          autoComplete="username"
          value={sessionStore.get().user?.username ?? ''}
        />
        {problem && !errors.password && <Alert>{problem}</Alert>}
        <PasswordField
          label={words.label}
          name="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          error={errors.password}
          onValue={setPassword}
        />
        <footer className="pair">
          <FormButtons
            submit={words.submit}
            pendingLabel={words.pending}
            pending={pending}
            waiting={false}
            cancel={words.cancel}
            onCancel={() => onAnswer(false)}
          />
        </footer>
      </form>
    </Dialog>
  );
}

/** Asks for the password of the slip before the box forgets the bar. */
import { useState } from 'react';
import { problemFrom } from '../../../../api/forms/refusal';
import { useForm } from '../../../../api/forms/useForm';
import { useWrite } from '../../../../api/forms/useWrite';
import { post } from '../../../../api/http/client';
import { ActionButton } from '../../../../ui/ActionButton';
import { Dialog } from '../../../../ui/dialog/Dialog';
import { Alert } from '../../../../ui/feedback/Alert';
import { Notice } from '../../../../ui/feedback/Notice';
import { PasswordField } from '../../../../ui/form/PasswordField';
import { Away } from './Away';
import { power as words } from './strings';

export function ResetDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [isDone, setDone] = useState(false);
  const { run, pending, waiting } = useWrite(async (_: null, options) => {
    await post('/api/box/reset', { password }, options);
    return 'done';
  });
  const { formRef, errors, problem, onSubmit } = useForm<'password', string>({
    pending,
    send: () => run(null),
    onDone: () => setDone(true),
    onFail: (error) => problemFrom(error, words.noAnswer),
  });
  if (isDone) {
    return <Away deed="restart" onClose={onClose} />;
  }
  return (
    <Dialog title={words.resetTitle} onClose={onClose}>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        <Notice kind="error">{words.resetDetail}</Notice>
        <PasswordField
          label={words.resetPassword}
          name="slip-password"
          autoComplete="off"
          hint={words.resetPasswordHint}
          value={password}
          error={errors.password}
          onValue={setPassword}
        />
        {problem !== null && <Alert>{problem}</Alert>}
        <footer className="pair">
          <button type="button" className="secondary" onClick={onClose}>
            {words.cancel}
          </button>
          <ActionButton className="danger" pending={pending} waiting={waiting}>
            {words.resetAction}
          </ActionButton>
        </footer>
      </form>
    </Dialog>
  );
}

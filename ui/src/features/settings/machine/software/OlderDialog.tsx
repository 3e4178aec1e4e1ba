/** Asks for the password before an older version is installed. */
import { useState } from 'react';
import { problemFrom } from '../../../../api/forms/refusal';
import { useForm } from '../../../../api/forms/useForm';
import type { BoxSoftware, InstallBody } from '../../../../parts/machine/types';
import { Dialog } from '../../../../ui/dialog/Dialog';
import { Alert } from '../../../../ui/feedback/Alert';
import { FormButtons } from '../../../../ui/form/FormButtons';
import { PasswordField } from '../../../../ui/form/PasswordField';
import { software as words } from './strings';
import { useInstall } from './useInstall';

interface OlderDialogProps {
  version: string;
  when: InstallBody['when'];
  onClose: () => void;
}

export function OlderDialog({ version, when, onClose }: OlderDialogProps) {
  const [password, setPassword] = useState('');
  const { run, pending, waiting } = useInstall();
  const { formRef, errors, problem, onSubmit } = useForm<'password', BoxSoftware>({
    pending,
    send: () => run({ when, allowOlder: true, password }),
    onDone: onClose,
    onFail: (error) => problemFrom(error, words.failed),
  });
  return (
    <Dialog title={words.olderQuestion(version)} onClose={onClose}>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        <PasswordField
          label={words.password}
          name="password"
          autoComplete="current-password"
          value={password}
          error={errors.password}
          onValue={setPassword}
        />
        {problem !== null && <Alert>{problem}</Alert>}
        <footer className="pair">
          <FormButtons
            submit={when === 'now' ? words.installNow : words.closed}
            cancel={words.cancel}
            pending={pending}
            waiting={waiting}
            onCancel={onClose}
          />
        </footer>
      </form>
    </Dialog>
  );
}

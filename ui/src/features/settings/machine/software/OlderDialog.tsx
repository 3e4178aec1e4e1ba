/** Asks for the password before an older version is installed. */
import { useState } from 'react';
import { problemFrom } from '../../../../api/forms/refusal';
import { useForm } from '../../../../api/forms/useForm';
import type { BoxSoftware, InstallBody } from '../../../../parts/machine/types';
import { FormDialog } from '../../../../ui/dialog/FormDialog';
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
  const form = useForm<'password', BoxSoftware>({
    pending,
    send: () => run({ when, allowOlder: true, password }),
    onDone: onClose,
    onFail: (error) => problemFrom(error, words.failed),
  });
  return (
    <FormDialog
      form={{ ...form, pending, waiting, leave: onClose, onClose }}
      title={words.olderQuestion(version)}
      submit={when === 'now' ? words.installNow : words.closed}
      cancel={words.cancel}
    >
      <PasswordField
        label={words.password}
        name="password"
        autoComplete="current-password"
        value={password}
        error={form.errors.password}
        onValue={setPassword}
      />
    </FormDialog>
  );
}

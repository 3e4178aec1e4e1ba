/** Adds or changes a user of head office. */
import { useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { TextField } from '../../../ui/form/Field';
import { PasswordField } from '../../../ui/form/PasswordField';
import { PASSWORD_ADVICE } from '../../../ui/form/passwordAdvice';
import { Switch } from '../../../ui/form/Switch';
import { USERS } from '../../api/calls';
import { isCode } from '../../api/client';
import type { HeadUser, Role } from '../../api/types';
import { reasonOf, useSend } from '../../api/useSend';
import { BarPicks } from '../../parts/BarPicks';
import { words } from './strings';
import { checkUser, inputOf, type UserForm, valuesOf } from './userForm';

const ROLES: readonly Role[] = ['manager', 'owner'];

interface UserDialogProps {
  /** Null for a new user. */
  user: HeadUser | null;
  onClose: () => void;
}

export function UserDialog({ user, onClose }: UserDialogProps) {
  const [values, setValues] = useState<UserForm>(() => valuesOf(user));
  // Whether head office has asked for a code: an owner is made, raised or reset with a present one alone.
  const [asksCode, setAsksCode] = useState(false);
  const { send, pending } = useSend([USERS]);
  const set = (change: Partial<UserForm>) => setValues((before) => ({ ...before, ...change }));
  const form = useForm<keyof UserForm, true>({
    pending,
    check: () => ({
      ...checkUser(values, user === null),
      ...(asksCode && values.code.trim() === '' && { code: words.codeMissing }),
    }),
    send: async () => {
      const body = inputOf(values);
      if (user === null) await send({ method: 'POST', path: USERS, body });
      else await send({ method: 'PUT', path: `${USERS}/${encodeURIComponent(user.id)}`, body });
      return true;
    },
    onDone: () => {
      toast(user ? words.saved : words.created);
      onClose();
    },
    onFail: (error) => {
      if (isCode(error, 'code_required')) {
        setAsksCode(true);
        return words.codeRequired;
      }
      if (isCode(error, 'code_wrong')) {
        set({ code: '' });
        return words.codeWrong;
      }
      return reasonOf(error) ?? (user ? words.saveFailed : words.createFailed);
    },
  });
  const { errors } = form;
  return (
    <FormDialog
      form={{ ...form, pending, leave: onClose, onClose }}
      title={user ? words.edit : words.add}
      sheet
      submit={user ? words.save : words.create}
      cancel={words.cancel}
      long
    >
      <TextField
        label={words.username}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        value={values.username}
        error={errors.username}
        onValue={(username) => set({ username })}
      />
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        value={values.name}
        error={errors.name}
        onValue={(name) => set({ name })}
      />
      <PasswordField
        label={user ? words.newPassword : words.password}
        name="password"
        autoComplete="new-password"
        value={values.password}
        error={errors.password}
        hint={user ? words.keepPassword : PASSWORD_ADVICE}
        onValue={(password) => set({ password })}
      />
      <Choices
        label={words.role}
        kind="segmented"
        value={values.role}
        options={ROLES.map((value) => ({ value, label: words[value] }))}
        onValue={(role) => set({ role })}
      />
      {values.role === 'manager' && (
        <BarPicks
          label={words.bars}
          chosen={values.bars}
          error={errors.bars}
          onChosen={(bars) => set({ bars })}
        />
      )}
      <Switch
        name="isActive"
        label={words.active}
        checked={values.isActive}
        onChecked={(isActive) => set({ isActive })}
      />
      {asksCode && (
        <TextField
          label={words.code}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          hint={words.codeHint}
          value={values.code}
          error={errors.code}
          onValue={(code) => set({ code })}
        />
      )}
    </FormDialog>
  );
}

/** Set PIN: with the password, and on an enrolled device with the PIN that is there. */
import { useState } from 'react';
import { useForm } from '../../api/forms/useForm';
import { sendOnce } from '../../api/http/client';
import { messageOf } from '../../api/http/error';
import { refresh, useGet } from '../../api/http/query';
import { onDevice, useSession } from '../../api/session';
import type { User } from '../../api/types';
import { PinField } from '../../parts/pin/PinField';
import { checkPin } from '../../parts/pin/pin';
import { Dialog } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { toast } from '../../ui/feedback/toast';
import { FormButtons } from '../../ui/form/FormButtons';
import { PasswordField } from '../../ui/form/PasswordField';
import { setPin as words } from './strings';

interface PinForm {
  currentPassword: string;
  currentPin: string;
  newPin: string;
  repeat: string;
}

const EMPTY: PinForm = { currentPassword: '', currentPin: '', newPin: '', repeat: '' };
const ME = '/api/auth/me';

export default function SetPinDialog({ onClose }: { onClose: () => void }) {
  const me = useGet(ME, { staleTime: 0, gcTime: 0 });
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Loaded query={me} skeleton={<Skeleton count={3} height="4rem" />}>
        {(user) => <PinFields user={user} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function PinFields({ user, onClose }: { user: User; onClose: () => void }) {
  const [form, setForm] = useState(EMPTY);
  const [pending, setPending] = useState(false);
  const session = useSession();
  const asksPin = onDevice(session) && user.pinStatus === 'set';

  const { formRef, errors, problem, onSubmit } = useForm<keyof PinForm, User>({
    pending,
    check: () => ({
      ...(form.currentPassword === '' ? { currentPassword: words.currentMissing } : {}),
      ...(asksPin && form.currentPin === '' ? { currentPin: words.currentPinMissing } : {}),
      ...checkPin(form.newPin, user.role),
      ...(form.repeat === form.newPin ? {} : { repeat: words.mismatch }),
    }),
    async send() {
      setPending(true);
      const { currentPassword, currentPin, newPin } = form;
      try {
        return await sendOnce('/api/pin', {
          newPin,
          currentPassword,
          ...(asksPin ? { currentPin } : {}),
        });
      } finally {
        setPending(false);
      }
    },
    onDone() {
      toast(words.done);
      void refresh(ME, '/api/users');
      onClose();
    },
    onFail: (error) => messageOf(error, words.failed),
  });

  const field = (name: keyof PinForm, label: string) => ({
    name,
    label,
    value: form[name],
    error: errors[name],
    onValue: (value: string) => setForm((before) => ({ ...before, [name]: value })),
  });

  return (
    <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
      <p>{words.lead}</p>
      <input hidden readOnly name="username" autoComplete="username" value={user.username} />
      {problem && Object.keys(errors).length === 0 && <Alert>{problem}</Alert>}
      <PasswordField {...field('currentPassword', words.current)} autoComplete="current-password" />
      {asksPin && <PinField {...field('currentPin', words.currentPin)} />}
      <PinField
        {...field('newPin', words.next)}
        hint={user.role === 'bartender' ? words.hint : words.hintLong}
      />
      <PinField {...field('repeat', words.repeat)} />
      <footer className="pair">
        <FormButtons
          submit={words.submit}
          pendingLabel={words.pending}
          pending={pending}
          waiting={false}
          cancel={words.cancel}
          onCancel={onClose}
        />
      </footer>
    </form>
  );
}

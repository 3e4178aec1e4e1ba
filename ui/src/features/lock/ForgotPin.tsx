/** A new PIN with a code from a manager. */
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '../../api/forms/useForm';
import { loadTill, type Till } from '../../api/till';
import type { PersonHere, Role, SignedIn } from '../../api/types';
import { useCountdown } from '../../lib/render/useCountdown';
import { PinField } from '../../parts/pin/PinField';
import { checkPin } from '../../parts/pin/pin';
import { problemOf } from '../../parts/pin/problem';
import { pin } from '../../parts/pin/strings';
import { waitUntil } from '../../parts/pin/wait';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/feedback/Alert';
import { TextField } from '../../ui/form/Field';
import { resetPin } from './api';
import { Clock } from './Clock';
import { lock, setPin, forgot as words } from './strings';

interface ForgotPinProps {
  till: Till;
  person: PersonHere;
  onTry: () => void;
  onSignedIn: (role: Role) => void;
  onBack: () => void;
}

export function ForgotPin({ till, person, onTry, onSignedIn, onBack }: ForgotPinProps) {
  const [code, setCode] = useState('');
  const [newPin, setNewPin] = useState('');
  const [pending, setPending] = useState(false);
  const wait = useCountdown(waitUntil(till, person.userId));

  async function send() {
    setPending(true);
    onTry();
    try {
      return await resetPin(person.userId, code, newPin);
    } catch (error) {
      await loadTill().catch(() => {});
      throw error;
    } finally {
      setPending(false);
    }
  }

  const { formRef, errors, problem, onSubmit } = useForm<'code' | 'newPin', SignedIn>({
    pending: pending || wait > 0,
    check: () => ({
      ...(code.trim() === '' ? { code: words.codeMissing } : {}),
      ...checkPin(newPin, person.role),
    }),
    send,
    onDone: ({ user }) => onSignedIn(user.role),
    onFail: (error) => {
      const { text, isWait } = problemOf(error);
      return isWait ? undefined : text;
    },
  });

  return (
    <main className="entry">
      <header className="split">
        <button type="button" className="quiet back" onClick={onBack}>
          <ChevronLeft />
          {lock.back}
        </button>
        <small>
          {till.device.name} · <Clock />
        </small>
      </header>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        {wait > 0 && (
          <p className="alert" role="timer" data-status="warning">
            <b>{pin.tryAgainIn(wait)}</b>
          </p>
        )}
        {problem && !errors.code && !errors.newPin && <Alert>{problem}</Alert>}
        <TextField
          label={words.code}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          value={code}
          error={errors.code}
          onValue={setCode}
        />
        <PinField
          label={setPin.next}
          name="newPin"
          hint={person.role === 'bartender' ? setPin.hint : setPin.hintLong}
          value={newPin}
          error={errors.newPin}
          onValue={setNewPin}
        />
        <ActionButton
          className="large wide"
          pending={pending}
          pendingLabel={words.saving}
          disabled={wait > 0}
        >
          {words.submit}
        </ActionButton>
      </form>
    </main>
  );
}

/**
 * Sets up the second factor: the password again, a present code where there is one already, the key for the authenticator app, a code of it,
 * and the recovery codes.
 */
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../../api/http/error';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { TextField } from '../../../ui/form/Field';
import { PasswordField } from '../../../ui/form/PasswordField';
import { isCode } from '../../api/client';
import { updateUser } from '../../api/session';
import type { TotpSetup as Setup } from '../../api/types';
import { reasonOf } from '../../api/useSend';
import { pictureOf } from '../../lib/picture';
import { confirmTotp, setUpTotp } from './api';
import { RecoveryCodes } from './RecoveryCodes';
import { totp as words } from './strings';

const DIGITS = /^\d{6}$/;

interface TotpSetupProps {
  /** Called once the recovery codes are written down. */
  onDone?: () => void;
}

export function TotpSetup({ onDone }: TotpSetupProps) {
  // The password, once head office has asked for a present code.
  const [known, setKnown] = useState<string | null>(null);
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  async function begin(password: string) {
    try {
      setSetup(await setUpTotp(password));
    } catch (error) {
      if (!isCode(error, 'code_required')) throw error;
      setKnown(password);
    }
  }

  function done() {
    updateUser({ hasTotp: true });
    onDone?.();
  }

  if (codes) return <RecoveryCodes codes={codes} onWritten={done} />;
  if (!setup && known !== null) {
    return (
      <Step
        key="present"
        action={words.begin}
        check={(code) => (code.trim() === '' ? words.presentMissing : null)}
        send={async (code) => setSetup(await setUpTotp(known, code.trim()))}
        field={(props) => (
          <TextField
            label={words.present}
            name="present"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            hint={words.presentHint}
            {...props}
          />
        )}
      >
        <p>{words.presentLead}</p>
      </Step>
    );
  }
  if (!setup) {
    return (
      <Step
        key="password"
        action={words.begin}
        check={(password) => (password === '' ? words.passwordMissing : null)}
        send={begin}
        field={(props) => (
          <PasswordField label={words.password} name="password" autoComplete="current-password" {...props} />
        )}
      >
        <p>{words.lead}</p>
      </Step>
    );
  }
  return (
    <Step
      key="code"
      action={words.confirm}
      check={(code) => (DIGITS.test(plain(code)) ? null : words.codeMissing)}
      send={async (code) => setCodes((await confirmTotp(plain(code))).recoveryCodes)}
      field={(props) => (
        <TextField
          label={words.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...props}
        />
      )}
    >
      <p>{words.scan}</p>
      <div className="card stack code-card">
        <img src={pictureOf(setup.qr)} width={240} height={240} alt={words.picture} />
        <p>{words.secret}</p>
        <b className="letters">{setup.secret}</b>
      </div>
    </Step>
  );
}

/** Apps show `123 456`. */
const plain = (code: string): string => code.replace(/\s/g, '');

interface StepProps {
  action: string;
  check: (value: string) => string | null;
  send: (value: string) => Promise<void>;
  field: (props: { value: string; onValue: (value: string) => void; error: string | null }) => ReactNode;
  children: ReactNode;
}

/** A form with one field. */
function Step({ action, check, send, field, children }: StepProps) {
  const [value, setValue] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const found = check(value);
    setError(found);
    setProblem(null);
    if (found) return;
    setPending(true);
    try {
      await send(value);
    } catch (failure) {
      setProblem(problemOf(failure));
      setPending(false);
    }
  }

  return (
    <form className="stack" noValidate onSubmit={submit}>
      {children}
      {problem && <Alert>{problem}</Alert>}
      {field({ value, onValue: setValue, error })}
      <ActionButton className="large wide" pending={pending}>
        {action}
      </ActionButton>
    </form>
  );
}

/** Why the step failed; of a field what is wrong with it. */
function problemOf(error: unknown): string {
  if (isCode(error, 'code_wrong')) return words.codeWrong;
  const [field] = error instanceof ApiError ? Object.values(error.fields) : [];
  return field ?? reasonOf(error) ?? words.failed;
}

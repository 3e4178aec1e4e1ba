/** The sign-in page, in place of any screen: username and password, then the code of the second factor. */
import { Beer } from 'lucide-react';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { messageOf, UnreachableError } from '../../../api/http/error';
import { useTitle } from '../../../lib/useTitle';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { TextField } from '../../../ui/form/Field';
import { PasswordField } from '../../../ui/form/PasswordField';
import { DemoAccounts } from '../../../ui/session/DemoAccounts';
import { isCode } from '../../api/client';
import { useInfo } from '../../api/info';
import { words as callWords } from '../../api/strings';
import { signIn as send } from './api';
import { DEMO_ACCOUNTS, signIn as words } from './strings';

interface SignInProps {
  /** Whether head office has ended the session. */
  expired: boolean;
  /** Called on submit, to fetch the screens' code. */
  onTry: () => void;
}

export function SignIn({ expired, onTry }: SignInProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  // Null until head office asks for it.
  const [code, setCode] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const asksCode = code !== null;
  const isDemo = useInfo()?.demo;
  useTitle(words.submit);
  useLayoutEffect(() => {
    if (asksCode) form.current?.querySelector<HTMLInputElement>('[name="code"]')?.focus();
  }, [asksCode]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    if (username.trim() === '' || password === '') return setProblem(words.blank);
    if (code?.trim() === '') return setProblem(words.codeBlank);
    setPending(true);
    setProblem(null);
    onTry();
    try {
      await send(username.trim(), password, code?.trim());
    } catch (error) {
      setPending(false);
      if (isCode(error, 'code_required')) return setCode('');
      setProblem(problemOf(error));
    }
  }

  return (
    <div className="login">
      <main>
        <header>
          <span className="mark">
            <Beer />
          </span>
          <h1 className="poster">{words.product}</h1>
          <p>{words.lead}</p>
        </header>
        <form ref={form} className="stack" noValidate onSubmit={submit}>
          {expired && !problem && <Alert kind="info">{words.expired}</Alert>}
          {problem && <Alert>{problem}</Alert>}
          <TextField
            label={words.username}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onValue={setUsername}
          />
          <PasswordField
            label={words.password}
            name="password"
            autoComplete="current-password"
            value={password}
            onValue={setPassword}
          />
          {asksCode && (
            <TextField
              label={words.code}
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              hint={words.codeHint}
              value={code}
              onValue={setCode}
            />
          )}
          <ActionButton className="large wide" pending={pending} pendingLabel={words.pending}>
            {words.submit}
          </ActionButton>
          {isDemo && (
            <DemoAccounts
              accounts={DEMO_ACCOUNTS}
              onChoose={(name, secret) => {
                setUsername(name);
                setPassword(secret);
              }}
            />
          )}
        </form>
      </main>
    </div>
  );
}

function problemOf(error: unknown): string {
  if (isCode(error, 'code_wrong')) return words.codeWrong;
  return error instanceof UnreachableError ? callWords.unreachable : messageOf(error, words.failed);
}

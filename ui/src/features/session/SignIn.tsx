/** The sign-in page; also shown in place of a screen that this user may not open. */
import { Beer } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useBox } from '../../api/box';
import { messageOf, UnreachableError } from '../../api/http/error';
import type { Role } from '../../api/types';
import { useTitle } from '../../lib/useTitle';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/feedback/Alert';
import { TextField } from '../../ui/form/Field';
import { PasswordField } from '../../ui/form/PasswordField';
import { signIn as callSignIn } from './api';
import { signIn as words } from './strings';

const DemoHint = lazy(() => import('./DemoHint'));

interface SignInProps {
  onSignedIn: (role: Role) => void;
  /** Called on submit, to prefetch the next screen. */
  onTry?: () => void;
  /** Why the form is shown instead of a screen. */
  notice?: string;
  noticeDetail?: string;
  /** Leads back to a screen that this user may open. */
  onBack?: () => void;
}

export function SignIn({ onSignedIn, onTry, notice, noticeDetail, onBack }: SignInProps) {
  const box = useBox();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<{ text: string; detail?: string } | null>(null);
  useTitle(words.submit);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    if (username.trim() === '' || password.trim() === '') return setProblem({ text: words.blank });
    setPending(true);
    onTry?.();
    setProblem(null);
    try {
      const { user } = await callSignIn(username.trim(), password);
      onSignedIn(user.role);
    } catch (error) {
      const detail = error instanceof UnreachableError ? words.unreachable : undefined;
      setProblem({ text: messageOf(error, words.failed), detail });
    } finally {
      setPending(false);
    }
  }

  return (
    <div className="login">
      <main>
        <header>
          <span className="mark">
            <Beer />
          </span>
          <h1 className="poster">{box?.title ?? ' '}</h1>
          <p>{words.lead}</p>
        </header>
        <form className="stack" noValidate onSubmit={submit}>
          {notice && !problem && (
            <Alert kind="info" reason={noticeDetail}>
              {notice}
            </Alert>
          )}
          {problem && (
            <Alert>
              <span>{problem.text}</span>
              {problem.detail && <small>{problem.detail}</small>}
            </Alert>
          )}
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
          <ActionButton className="large wide" pending={pending} pendingLabel={words.pending}>
            {words.submit}
          </ActionButton>
          {onBack && (
            <button type="button" className="quiet wide" onClick={onBack}>
              {words.back}
            </button>
          )}
          {box?.demo && (
            <Suspense fallback={null}>
              <DemoHint
                onChoose={(name, secret) => {
                  setUsername(name);
                  setPassword(secret);
                }}
              />
            </Suspense>
          )}
        </form>
      </main>
    </div>
  );
}

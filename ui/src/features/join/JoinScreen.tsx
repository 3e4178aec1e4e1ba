/** /join: a new person, or one who forgot the password, chooses one with a code from a manager, and begins. */
import { UserRoundCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { roleStart } from '../../api/box';
import { useForm } from '../../api/forms/useForm';
import { messageOf, UnreachableError } from '../../api/http/error';
import { useSession } from '../../api/session';
import { loadTill, tillStore } from '../../api/till';
import type { SignedIn } from '../../api/types';
import { useStore } from '../../lib/state/store';
import { useTitle } from '../../lib/useTitle';
import { useAddressCode } from '../../parts/codes/address';
import { CodeField } from '../../parts/codes/CodeField';
import { CodePage } from '../../parts/codes/CodePage';
import { words as codeWords } from '../../parts/codes/strings';
import { PinField } from '../../parts/pin/PinField';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/feedback/Alert';
import { toast } from '../../ui/feedback/toast';
import { PasswordField } from '../../ui/form/PasswordField';
import { PASSWORD_ADVICE } from '../../ui/form/passwordAdvice';
import { changePassword as passwordWords } from '../../ui/session/passwordStrings';
import { checkJoin, type JoinForm, join } from './join';
import { words } from './strings';

export default function JoinScreen() {
  useTitle(words.title);
  const [, navigate] = useLocation();
  const [code, setCode] = useAddressCode();
  const [form, setForm] = useState({ newPassword: '', confirmPassword: '', newPin: '' });
  const [pending, setPending] = useState(false);
  const { user } = useSession();
  const till = useStore(tillStore);
  useEffect(() => void loadTill().catch(() => {}), []);

  const values: JoinForm = { ...form, newPin: till ? form.newPin : '', code };
  const { formRef, errors, problem, onSubmit } = useForm<keyof JoinForm, SignedIn>({
    pending,
    check: () => checkJoin(values),
    async send() {
      setPending(true);
      try {
        return await join(values);
      } finally {
        setPending(false);
      }
    },
    onDone({ user: { username, role } }) {
      toast(words.youAre(username), words.nextTime);
      navigate(roleStart(role), { replace: true });
    },
    onFail: (error) =>
      error instanceof UnreachableError ? codeWords.unreachable : messageOf(error, words.failed),
  });
  const field = (name: keyof typeof form, label: string) => ({
    name,
    label,
    value: form[name],
    error: errors[name],
    onValue: (value: string) => setForm((before) => ({ ...before, [name]: value })),
  });

  return (
    <CodePage icon={UserRoundCheck} title={words.title} lead={words.lead}>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        {user && <p>{words.signedIn(user.username)}</p>}
        {problem && Object.keys(errors).length === 0 && (
          <Alert reason={problem === codeWords.unreachable ? words.maybeJoined : null}>{problem}</Alert>
        )}
        <CodeField value={code} error={errors.code} onValue={setCode} />
        <PasswordField
          {...field('newPassword', passwordWords.next)}
          autoComplete="new-password"
          hint={PASSWORD_ADVICE}
        />
        <PasswordField {...field('confirmPassword', passwordWords.confirm)} autoComplete="new-password" />
        {till && <PinField {...field('newPin', words.pin)} hint={words.pinHint} />}
        <ActionButton className="large wide" pending={pending} pendingLabel={words.pending}>
          {words.submit}
        </ActionButton>
        {till && !user && (
          <Link className="action quiet wide" href="/login">
            {words.back}
          </Link>
        )}
      </form>
    </CodePage>
  );
}

/** The form that joins the staff, and its call. It takes no idempotency key and is sent once. */
import type { Call } from '../../api/calls';
import type { FieldErrors } from '../../api/forms/useForm';
import { sendOnce } from '../../api/http/client';
import { onDevice, type Session, sessionStore, startSession } from '../../api/session';
import { keepTill, revokedStore, tillStore } from '../../api/till';
import type { SignedIn } from '../../api/types';
import { checkCode } from '../../parts/codes/CodeField';
import { checkPin } from '../../parts/pin/pin';
import { checkNewPassword } from '../../ui/session/password';

export interface JoinForm {
  code: string;
  newPassword: string;
  confirmPassword: string;
  /** On a till device; '' for none. */
  newPin: string;
}

/** The box knows the role, and says whether the PIN is long enough for it. */
export const checkJoin = (form: JoinForm): FieldErrors<keyof JoinForm> => ({
  ...checkCode(form.code),
  ...checkNewPassword(form),
  ...(form.newPin === '' ? {} : checkPin(form.newPin, 'bartender')),
});

/** Chooses the password, and begins a session in place of the one that is here. */
export async function join({ code, newPassword, newPin }: JoinForm): Promise<SignedIn> {
  const before = sessionStore.get();
  const answer = await sendOnce('/api/auth/join', {
    code: code.trim(),
    newPassword,
    ...(newPin === '' ? {} : { newPin }),
  });
  const { username } = answer.user;
  startSession(answer.token, answer.user, answer.session);
  revokedStore.set(false);
  const till = tillStore.get();
  if (till) keepTill({ ...till, device: { ...till.device, lastUserName: username } });
  if (before.user?.username !== username) endSessionOf(before);
  return answer;
}

/** Ends the session of the person before; on an enrolled device the box has done so. Without the cookie, which is the new one's. */
function endSessionOf(before: Session): void {
  if (!before.token || onDevice(before)) return;
  fetch('/api/auth/logout' satisfies Call<'post'>, {
    method: 'POST',
    credentials: 'omit',
    headers: { Authorization: `Bearer ${before.token}`, 'Content-Type': 'application/json' },
    keepalive: true,
  }).catch(() => {});
}

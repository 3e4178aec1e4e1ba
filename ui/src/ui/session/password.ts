/** Validates the Change Password form. */
import { lengthOf } from '../../lib/format';
import { changePassword as words } from './passwordStrings';

const MIN_PASSWORD = 6;

export interface PasswordForm {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export const NO_PASSWORDS: PasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' };

export type PasswordErrors = Partial<Record<keyof PasswordForm, string>>;

export function checkPasswords(form: PasswordForm): PasswordErrors {
  const errors: PasswordErrors = checkNewPassword(form);
  if (form.currentPassword === '') errors.currentPassword = words.currentMissing;
  return errors;
}

/** A new password, typed twice. */
export function checkNewPassword(form: Pick<PasswordForm, 'newPassword' | 'confirmPassword'>) {
  const errors: Pick<PasswordErrors, 'newPassword' | 'confirmPassword'> = {};
  if (lengthOf(form.newPassword) < MIN_PASSWORD) errors.newPassword = words.nextShort;
  if (lengthOf(form.confirmPassword) < MIN_PASSWORD) errors.confirmPassword = words.confirmShort;
  else if (form.confirmPassword !== form.newPassword) errors.confirmPassword = words.mismatch;
  return errors;
}

/** The rules of the user form: initial values, validation, request body. */

import type { Role, User, UserBody } from '../../../api/types';
import { lengthOf } from '../../../lib/format';
import { form as words } from '../strings';

const MIN_USERNAME = 3;
const MIN_PASSWORD = 6;
export const ROLES: readonly Role[] = ['bartender', 'manager', 'admin'];

export interface UserForm {
  username: string;
  /** How a new user signs in first: with an invitation, or a password that the admin chooses. */
  way: 'invite' | 'password';
  email: string;
  password: string;
  role: Role;
  firstName: string;
  lastName: string;
  phone: string;
  isActive: boolean;
  mustChangePassword: boolean;
}

export type UserErrors = Partial<Record<keyof UserForm, string>>;

export const NEW_USER: UserForm = {
  username: '',
  way: 'invite',
  email: '',
  password: '',
  role: 'bartender',
  firstName: '',
  lastName: '',
  phone: '',
  isActive: true,
  mustChangePassword: true,
};

export function formOf(user: User): UserForm {
  return {
    username: user.username,
    way: 'password',
    email: user.email ?? '',
    password: '',
    role: user.role,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    phone: user.phone ?? '',
    isActive: user.isActive,
    mustChangePassword: user.mustChangePassword,
  };
}

/** Applies a typed password. Another user's new password is known to two people, so it must be changed at the next sign-in. */
export function typePassword(form: UserForm, password: string, before: User | null): Partial<UserForm> {
  const isSet = password.trim() !== '';
  if (!before || isSet === (form.password.trim() !== '')) return { password };
  return { password, mustChangePassword: isSet || before.mustChangePassword };
}

/** `isNew` users need a password unless they are invited; others keep theirs when none is given. */
export function checkUser(form: UserForm, isNew: boolean): UserErrors {
  const errors: UserErrors = {};
  if (lengthOf(form.username.trim()) < MIN_USERNAME) errors.username = words.usernameShort;
  if (form.email.trim() !== '' && !isEmail(form.email.trim())) errors.email = words.emailWrong;
  const keepsPassword = !isNew && form.password.trim() === '';
  if (form.way === 'password' && !keepsPassword && lengthOf(form.password) < MIN_PASSWORD)
    errors.password = words.passwordShort;
  return errors;
}

/** The request body; a blank password is left out, which keeps the current one. Who is invited is active, and chooses the password. */
export function bodyOf(form: UserForm): UserBody {
  const { role, isActive, mustChangePassword, password } = form;
  const typed = password.trim() === '' ? {} : { password };
  return {
    username: form.username.trim(),
    email: form.email.trim() || null,
    role,
    firstName: form.firstName.trim() || null,
    lastName: form.lastName.trim() || null,
    phone: form.phone.trim() || null,
    ...(form.way === 'invite' ? { invite: true } : { isActive, mustChangePassword, ...typed }),
  };
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

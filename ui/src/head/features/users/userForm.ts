/** The form of a user: its values, errors, and what is sent. */
import type { FieldErrors } from '../../../api/forms/useForm';
import { lengthOf } from '../../../lib/format';
import type { BarId, HeadUser, Role, UserInput } from '../../api/types';
import { words } from './strings';

const MIN_USERNAME = 3;
const MIN_PASSWORD = 6;

export interface UserForm {
  username: string;
  name: string;
  password: string;
  role: Role;
  bars: 'all' | BarId[];
  isActive: boolean;
  /** A code of whoever changes the user, where head office asks for one. */
  code: string;
}

export const valuesOf = (user: HeadUser | null): UserForm => ({
  username: user?.username ?? '',
  name: user?.name ?? '',
  password: '',
  role: user?.role ?? 'manager',
  bars: user?.bars ?? 'all',
  isActive: user?.isActive ?? true,
  code: '',
});

export function checkUser(form: UserForm, isNew: boolean): FieldErrors<keyof UserForm> {
  const errors: FieldErrors<keyof UserForm> = {};
  if (lengthOf(form.username.trim()) < MIN_USERNAME) errors.username = words.usernameShort;
  if ((isNew || form.password !== '') && lengthOf(form.password) < MIN_PASSWORD) {
    errors.password = words.passwordShort;
  }
  if (form.role === 'manager' && form.bars !== 'all' && form.bars.length === 0)
    errors.bars = words.barsMissing;
  return errors;
}

/** An owner has all bars. */
export const inputOf = ({ username, name, password, role, bars, isActive, code }: UserForm): UserInput => ({
  username: username.trim(),
  name: name.trim(),
  ...(password !== '' && { password }),
  role,
  bars: role === 'owner' ? 'all' : bars,
  isActive,
  ...(code.trim() !== '' && { code: code.trim() }),
});

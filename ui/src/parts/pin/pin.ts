/** The rules of a new PIN that a phone can check; which PINs are too easy, the box says. */
import type { Role } from '../../api/types';
import { pin as words } from './strings';

/** The fewest digits of a PIN: circles that stand there before one is typed. */
export const digitsNeeded = (role: Role | null | undefined): number => (role === 'bartender' ? 4 : 6);

/** Bartenders have 4 to 6 digits, managers and admins 6. */
export function checkPin(pin: string, role: Role | null | undefined): { newPin?: string } {
  if (role === 'bartender') return /^\d{4,6}$/.test(pin) ? {} : { newPin: words.short };
  return /^\d{6}$/.test(pin) ? {} : { newPin: words.shortLong };
}

/** Digits only: what a keyboard or a password manager adds does not count. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Who may be invited, the call that makes a code, and what an account says of a person who has joined. */
import { at } from '../../api/calls';
import { post, type WriteOptions } from '../../api/http/client';
import type { SessionUser } from '../../api/session';
import type { StaffName, User } from '../../api/types';

/** How long an invitation works. */
export const INVITATION_MS = 15 * 60_000;

export const makeInvitation = (id: number, options: WriteOptions) =>
  post(at('/api/users/{id}/invitation', { id }), undefined, options);

type Invitable = Pick<StaffName, 'username' | 'role'> & { isActive?: boolean };

/** Admins invite everybody, managers bartenders. People change their own password in the account menu. */
export function mayInvite(by: SessionUser | null, { username, role, isActive = true }: Invitable): boolean {
  if (!isActive || by === null || by.username === username) return false;
  return by.role === 'admin' || (by.role === 'manager' && role === 'bartender');
}

type SignIns = Pick<User, 'mustChangePassword' | 'lastLoginAt'>;

/** Whether the person has chosen a password of their own, or signed in for the first time. */
export const hasJoined = (before: SignIns, now: SignIns): boolean =>
  (before.mustChangePassword && !now.mustChangePassword) ||
  (before.lastLoginAt === null && now.lastLoginAt !== null);

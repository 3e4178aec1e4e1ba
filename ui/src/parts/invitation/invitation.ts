/** Who may be invited, the call that makes a code, and the one that says whether the person has joined with it. */
import { at } from '../../api/calls';
import { post, type WriteOptions } from '../../api/http/client';
import { cacheQuery } from '../../api/http/query';
import type { SessionUser } from '../../api/session';
import type { StaffName } from '../../api/types';

/** How long an invitation works. */
export const INVITATION_MS = 15 * 60_000;

export const invitationOf = (id: number) => at('/api/users/{id}/invitation', { id });

export async function makeInvitation(id: number, options: WriteOptions) {
  const invitation = await post(invitationOf(id), undefined, options);
  // What is known is about the one before, which may have been used.
  cacheQuery(invitationOf(id), () => ({ state: 'open' as const }));
  return invitation;
}

type Invitable = Pick<StaffName, 'username' | 'role'> & { isActive?: boolean };

/** Admins invite everybody, managers bartenders. People change their own password in the account menu. */
export function mayInvite(by: SessionUser | null, { username, role, isActive = true }: Invitable): boolean {
  if (!isActive || by === null || by.username === username) return false;
  return by.role === 'admin' || (by.role === 'manager' && role === 'bartender');
}

/** The API calls of approvals. */
import { APPROVALS } from '../../api/approvals';
import { at, type BodyOf } from '../../api/calls';
import { authorization, post, type Sent, type WriteOptions } from '../../api/http/client';
import { ApiError, UnreachableError } from '../../api/http/error';
import type { Approval } from '../../api/types';

/** Asks for an approval of what was refused. */
export const askFor = ({ method, path, body }: Sent, options: WriteOptions) =>
  post(
    APPROVALS,
    { method, path, ...(body !== undefined && { body }) } as BodyOf<typeof APPROVALS, 'post'>,
    options,
  );

export const takeBack = (id: number) => post(at('/api/approvals/{id}/cancel', { id }));

type Proof = { userId: number; pin: string } | { username: string; password: string };

/** A manager grants it on this phone. A 401 means that the password is wrong, not that the session has expired: the client would end it. */
export async function grantHere(id: number, proof: Proof): Promise<Approval> {
  const answer = await fetch(at('/api/approvals/{id}/grant-here', { id }), {
    method: 'POST',
    credentials: 'include',
    headers: { ...authorization(), 'Content-Type': 'application/json' },
    body: JSON.stringify(proof),
  }).catch(() => {
    throw new UnreachableError();
  });
  if (!answer.ok) throw new ApiError(answer.status, await answer.text(), answer.statusText);
  return answer.json();
}

export interface Decision {
  id: number;
  does: 'grant' | 'refuse';
  note: string;
}

export function decide({ id, does, note }: Decision, options: WriteOptions): Promise<Approval> {
  const body = note.trim() === '' ? {} : { note: note.trim() };
  return does === 'grant'
    ? post(at('/api/approvals/{id}/grant', { id }), body, options)
    : post(at('/api/approvals/{id}/refuse', { id }), body, options);
}

/** The approval as it is, where a call was refused because it was decided already. */
export function decidedAlready(error: unknown): Approval | null {
  const approval = error instanceof ApiError && error.code === 'conflict' && error.refusal.approval;
  return approval && 'id' in approval ? approval : null;
}

/** The connection with head office, which admins may read. */
import { at } from '../../api/calls';
import { post, type WriteOptions } from '../../api/http/client';
import { useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import type { Directive, HeadLink } from '../../api/types';
import { formatDate } from '../../lib/format';

export const HEAD_LINK = '/api/head-link';
/** Changes that head office asked for, newest first. */
export const DIRECTIVES = '/api/head-link/directives';

/**
 * The connection, for admins; `pollMs`: how often it is read again while the bar is connected, because the box does not announce what it
 * has sent; false: once.
 */
export function useHeadLink(pollMs: number | false) {
  const { user } = useSession();
  return useGet(HEAD_LINK, {
    enabled: user?.role === 'admin' && !user.mustChangePassword,
    refetchInterval: ({ state }) => (isConnected(state.data) ? pollMs : false),
  });
}

export const isConnected = (link: HeadLink | undefined): boolean =>
  link !== undefined && link.state !== 'off';

export const decide = ({ number, accept }: { number: number; accept: boolean }, options: WriteOptions) =>
  post(at('/api/head-link/directives/{number}/decide', { number }), { accept }, options);

/** The rate that head office suggests and admins decide, the newest first; null if there is none. */
export function suggestedRate(directives: readonly Directive[] | undefined): SuggestedRate | null {
  for (const { asks, kind, number, by, body } of directives ?? []) {
    const { rate } = body as { rate?: unknown };
    if (asks && kind === 'rate.suggest' && (typeof rate === 'number' || typeof rate === 'string'))
      return { number, by, rate };
  }
  return null;
}

export interface SuggestedRate {
  number: number;
  /** The person at head office. */
  by: string;
  rate: number | string;
}

/** Admins whom head office sends, about whom the bar's admins decide, the oldest first. */
export function newAdmins(directives: readonly Directive[] | undefined): NewAdmin[] {
  const asked = (directives ?? []).filter(({ asks, kind }) => asks && kind === 'user.set');
  return asked.reverse().map(({ number, by, body }) => {
    const { firstName, lastName, username } = body as Record<string, unknown>;
    const full = [firstName, lastName].filter((name) => typeof name === 'string' && name !== '').join(' ');
    const account = typeof username === 'string' ? username : '';
    return { number, by, name: full || account, username: account };
  });
}

export interface NewAdmin {
  number: number;
  /** The person at head office. */
  by: string;
  name: string;
  username: string;
}

const DAY = /\b\d{4}-\d{2}-\d{2}\b/;

/** The day that a sentence of the box names, such as `21 Nov 2026`; null if it names none. */
export function dayIn(sentence: string | null): string | null {
  const found = sentence?.match(DAY);
  return found ? formatDate(found[0]) : null;
}

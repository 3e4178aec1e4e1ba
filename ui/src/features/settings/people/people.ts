/** What the rows of people say about the accounts of the bar. */
import type { User } from '../../../api/types';
import { rows as words } from './strings';

type Account = Pick<User, 'firstName' | 'username' | 'isActive' | 'pinStatus'>;

/** Names that fit beside the number. */
const NAMED = 3;

const nameOf = ({ firstName, username }: Account): string => firstName || username;

/** `Ada, Sarah, Joe and 3 more` */
export function firstNames(users: readonly Account[]): string {
  const names = users.slice(0, NAMED).map(nameOf).join(', ');
  const more = users.length - NAMED;
  return more > 0 ? words.andMore(names, more) : names;
}

/** How many of the people who may sign in have a PIN, and the first who has none. */
export function pinsOf(users: readonly Account[]): { set: number; all: number; missing: string | null } {
  const active = users.filter(({ isActive }) => isActive);
  const without = active.filter(({ pinStatus }) => pinStatus !== 'set');
  return {
    set: active.length - without.length,
    all: active.length,
    missing: without[0] ? nameOf(without[0]) : null,
  };
}

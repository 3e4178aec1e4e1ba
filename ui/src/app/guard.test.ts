/** Who sees what at which address. */
import { describe, expect, it } from 'vitest';
import type { Session } from '../api/session';
import type { Role } from '../api/types';
import { person } from '../test/people';
import { guard } from './guard';
import { isCurrent, navEntries } from './nav';
import { roleStart } from './routes';

const as = (role: Role | null): Session => ({
  token: 't',
  user: { ...person('admin'), role },
  expired: false,
});
const nobody: Session = { token: null, user: null, expired: false };

const seen = (path: string, session: Session) => {
  const verdict = guard(path, session);
  if ('route' in verdict) return `${verdict.show} ${verdict.route.path}`;
  return 'because' in verdict ? `${verdict.show} ${verdict.because}` : verdict.show;
};

describe('guard', () => {
  it.each([
    ['/', nobody, 'signIn signedOut'],
    ['/inventory', nobody, 'signIn signedOut'],
    ['/inventory', { ...as('admin'), token: null }, 'signIn signedOut'],
    ['/inventory', { ...nobody, expired: true }, 'signIn expired'],
    ['/login', as('admin'), 'signIn asked'],
    ['/logout', as('admin'), 'signOut'],
    ['/trust', nobody, 'public /trust'],
    ['/trust', as('bartender'), 'public /trust'],
    ['/r/a1B2', nobody, 'public /r/:token'],
    ['/r', nobody, 'notFound'],
    ['/r/a/b', nobody, 'notFound'],
    ['/', as('admin'), 'staff /inventory'],
    ['/', as('bartender'), 'staff /sales'],
    ['/inventory/', as('bartender'), 'staff /inventory'],
    ['/admin', as('admin'), 'staff /admin'],
    ['/admin', as('manager'), 'signIn role'],
    ['/reports', as('manager'), 'signIn role'],
    ['/reports', as(null), 'signIn role'],
    ['/bartender-dashboard', as('bartender'), 'staff /bartender-dashboard'],
    ['/bartender-dashboard', as('manager'), 'signIn role'],
    ['/bartender-dashboard', nobody, 'toSignIn'],
    ['/bartender-dashboard', { ...nobody, expired: true }, 'signIn expired'],
    ['/exchange-rate', as('manager'), 'signIn role'],
    ['/karaoke', as('admin'), 'notFound'],
    ['/karaoke', nobody, 'notFound'],
  ] as const)('%s', (path, session, expected) => expect(seen(path, session)).toBe(expected));
});

it('starts each role at its own screen', () => {
  expect((['admin', 'bartender', 'manager', null] as const).map(roleStart)).toEqual([
    '/admin',
    '/sales',
    '/',
    '/',
  ]);
});

describe('navigation', () => {
  const labels = (role: Role | null) => navEntries(role).map((entry) => entry.label);

  it('lists what the role may use', () => {
    const all = ['Inventory', 'Sales', 'Credit', 'Tabs', 'Tables', 'Receipts', 'Reports'];
    for (const role of ['admin', 'manager', null] as const) expect(labels(role)).toEqual(all);
    expect(labels('bartender')).toEqual(['Sales', 'Credit', 'Tabs', 'Tables', 'Receipts']);
  });

  it('marks the current one', () => {
    const current = (path: string, role: Role) =>
      navEntries(role)
        .filter((entry) => isCurrent(entry, path, role))
        .map((entry) => entry.label);
    expect(current('/', 'manager')).toEqual(['Inventory']);
    expect(current('/inventory', 'manager')).toEqual(['Inventory']);
    expect(current('/', 'bartender')).toEqual(['Sales']);
    expect(current('/admin', 'admin')).toEqual([]);
  });
});

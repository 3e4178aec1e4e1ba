/** What each role sees at each address. */
import { describe, expect, it } from 'vitest';
import { boxStore, roleStart, UNKNOWN_BOX } from '../api/box';
import type { Session } from '../api/session';
import type { Role } from '../api/types';
import { person } from '../test/people';
import { guard } from './guard';
import { isCurrent, navEntries } from './nav';

const as = (role: Role | null): Session => ({
  token: 't',
  user: { ...person('admin'), role },
  expired: false,
});
const signedOut: Session = { token: null, user: null, expired: false };

const shownAt = (path: string, session: Session) => {
  const result = guard(path, session);
  if ('route' in result) return `${result.show} ${result.route.path}`;
  return 'because' in result ? `${result.show} ${result.because}` : result.show;
};

describe('guard', () => {
  it.each([
    ['/', signedOut, 'signIn signedOut'],
    ['/inventory', signedOut, 'signIn signedOut'],
    ['/inventory', { ...as('admin'), token: null }, 'signIn signedOut'],
    ['/inventory', { ...signedOut, expired: true }, 'signIn expired'],
    ['/login', as('admin'), 'signIn requested'],
    ['/logout', as('admin'), 'signOut'],
    ['/trust', signedOut, 'public /trust'],
    ['/trust', as('bartender'), 'public /trust'],
    ['/r/a1B2', signedOut, 'public /r/:token'],
    ['/r', signedOut, 'notFound'],
    ['/r/a/b', signedOut, 'notFound'],
    ['/', as('admin'), 'staff /inventory'],
    ['/', as('bartender'), 'staff /sales'],
    ['/inventory/', as('bartender'), 'staff /inventory'],
    ['/admin', as('admin'), 'staff /admin'],
    ['/admin', as('manager'), 'signIn role'],
    ['/reports', as('admin'), 'staff /reports'],
    ['/reports', as('manager'), 'denied'],
    ['/reports', as('bartender'), 'signIn role'],
    ['/reports', as(null), 'signIn role'],
    ['/bartender-dashboard', as('bartender'), 'staff /bartender-dashboard'],
    ['/bartender-dashboard', as('manager'), 'signIn role'],
    ['/bartender-dashboard', signedOut, 'toSignIn'],
    ['/bartender-dashboard', { ...signedOut, expired: true }, 'signIn expired'],
    ['/exchange-rate', as('manager'), 'signIn role'],
    ['/import', as('manager'), 'staff /import'],
    ['/import', as('bartender'), 'signIn role'],
    ['/settings', as('admin'), 'staff /settings/:page?'],
    ['/staff', as('manager'), 'staff /staff/:tab?'],
    ['/staff/reasons', as('admin'), 'staff /staff/:tab?'],
    ['/staff/reasons/1', as('admin'), 'notFound'],
    ['/staff', as('bartender'), 'signIn role'],
    ['/staffs', as('admin'), 'notFound'],
    ['/settings/printing', as('admin'), 'staff /settings/:page?'],
    ['/settings/printing', as('manager'), 'signIn role'],
    ['/settings/a/b', as('admin'), 'notFound'],
    ['/karaoke', as('admin'), 'notFound'],
    ['/karaoke', signedOut, 'notFound'],
  ] as const)('%s', (path, session, expected) => expect(shownAt(path, session)).toBe(expected));
});

it('opens the reports to managers where the bar lets them', () => {
  const show = (role: Role) => guard('/reports', as(role), true).show;
  expect([show('admin'), show('manager'), show('bartender')]).toEqual(['staff', 'staff', 'signIn']);
  expect(guard('/settings', as('manager'), true)).toEqual({ show: 'signIn', because: 'role' });
});

it('starts each role at its own screen', () => {
  expect((['admin', 'bartender', 'manager', null] as const).map(roleStart)).toEqual([
    '/admin',
    '/sales',
    '/',
    '/',
  ]);
});

it('starts bartenders at the till where the bar has chosen so', () => {
  boxStore.set({ ...UNKNOWN_BOX, startScreen: { bartender: 'till', chosen: true } });
  expect(shownAt('/', as('bartender'))).toBe('staff /bartender');
  expect(roleStart('bartender')).toBe('/');
  const entries = navEntries('bartender');
  expect(entries.map(({ label }) => label)).toEqual([
    'Till',
    'Sales',
    'Credit',
    'Tabs',
    'Tables',
    'Receipts',
  ]);
  expect(entries.filter((entry) => isCurrent(entry, '/', 'bartender')).map(({ label }) => label)).toEqual([
    'Till',
  ]);
  expect(shownAt('/', as('manager'))).toBe('staff /inventory');
  expect(navEntries('manager')[0]?.label).toBe('Inventory');
  boxStore.set(null);
});

describe('navigation', () => {
  const labels = (role: Role | null) => navEntries(role).map((entry) => entry.label);

  it('lists the screens that the role may use', () => {
    const all = ['Inventory', 'Sales', 'Credit', 'Tabs', 'Tables', 'Receipts', 'Reports'];
    for (const role of ['admin', 'manager', null] as const) expect(labels(role)).toEqual(all);
    expect(labels('bartender')).toEqual(['Sales', 'Credit', 'Tabs', 'Tables', 'Receipts']);
  });

  it('marks the current screen', () => {
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

/** The session in local storage, shared with other tabs. */
import { expect, it } from 'vitest';
import { clearSession, person, signInAs } from '../test/people';
import { endSession, followOtherTabs, fullName, sessionStore, signedIn } from './session';

it('stores the token and the session fields of the user, nothing else', () => {
  signInAs('admin', { firstName: 'Ma', ...{ phone: '0770', id: 3 } });
  expect(localStorage.getItem('auth_token')).toBe('token-of-admin');
  expect(JSON.parse(localStorage.getItem('user_data') ?? '')).toEqual(person('admin', { firstName: 'Ma' }));
  endSession();
  expect(localStorage.length).toBe(0);
});

it('follows a sign-out and a sign-in in another tab', () => {
  signInAs('admin');
  const stop = followOtherTabs();
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }));
  expect(signedIn()).toBe(false);
  localStorage.setItem('auth_token', 't');
  localStorage.setItem('user_data', JSON.stringify(person('bartender')));
  dispatchEvent(new StorageEvent('storage', { key: 'user_data' }));
  expect(sessionStore.get().user?.role).toBe('bartender');
  stop();
});

it('ignores broken user data', () => {
  clearSession();
  const stop = followOtherTabs();
  localStorage.setItem('auth_token', 't');
  localStorage.setItem('user_data', '{oops');
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(signedIn()).toBe(false);
  stop();
});

it('shows the full name, or the username without one', () => {
  expect(fullName(person('manager', { firstName: 'Emmanuel', lastName: 'Toe' }))).toBe('Emmanuel Toe');
  expect(fullName(person('manager'))).toBe('manager');
});

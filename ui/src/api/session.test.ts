/** The session in the browser's storage, and in its other tabs. */
import { expect, it } from 'vitest';
import { clearSession, person, signInAs } from '../test/people';
import { endSession, followOtherTabs, fullName, sessionStore, signedIn } from './session';

it('keeps the bare token and the named parts of the user, nothing else', () => {
  signInAs('admin', { firstName: 'Ma', ...{ phone: '0770', id: 3 } });
  expect(localStorage.getItem('auth_token')).toBe('token-of-admin');
  expect(JSON.parse(localStorage.getItem('user_data') ?? '')).toEqual(person('admin', { firstName: 'Ma' }));
  endSession();
  expect(localStorage.length).toBe(0);
});

it('follows signing out and in of another tab', () => {
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

it('takes broken user data for none', () => {
  clearSession();
  const stop = followOtherTabs();
  localStorage.setItem('auth_token', 't');
  localStorage.setItem('user_data', '{oops');
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(signedIn()).toBe(false);
  stop();
});

it('names people by their full name, else by their username', () => {
  expect(fullName(person('manager', { firstName: 'Emmanuel', lastName: 'Toe' }))).toBe('Emmanuel Toe');
  expect(fullName(person('manager'))).toBe('manager');
});

/** The frame: navigation, the account menu by role, the banner, and figures that are fetched again. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../test/fakeServer';
import { infoStore } from '../api/info';
import { queryClient } from '../api/query';
import { endSession, sessionStore, startSession } from '../api/session';
import type { Role } from '../api/types';
import { CAPE, figures, overview, row, userOf } from '../test/rows';
import { App } from './App';

const TONIGHT = 'GET /api/head/overview?period=tonight';
const BAR = overview([row(CAPE, 'Cape Bar', figures('14.00'))]);

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  infoStore.set(null);
  queryClient.clear();
});

function show(role: Role, answers: Parameters<typeof fakeServer>[0] = {}, at = '/') {
  startSession(userOf(role));
  history.replaceState(null, '', at);
  const requests = fakeServer({
    [TONIGHT]: { body: BAR },
    'GET /api/head/me': { body: userOf(role) },
    ...answers,
  });
  render(<App />);
  return requests;
}
const menu = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
};

it('has the entries of the navigation, with the current one marked', async () => {
  show('manager', {}, '/shifts');
  const nav = await screen.findByRole('navigation', { name: 'Main' });
  expect([...nav.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
    'Bars',
    'Shifts',
    'Open',
    'Stock',
    'Changes',
  ]);
  expect(nav.querySelector('[aria-current="page"]')?.textContent).toBe('Shifts');
});

it('offers owners what managers do not have', async () => {
  show('owner');
  expect(await menu('Account: Jane Cooper')).toEqual([
    'Add a bar',
    'Products',
    'Users',
    'Audit Log',
    'Load a file',
    'Change Password',
    'Replace the second factor',
    'Light theme',
    'Sign Out',
  ]);
});

it('keeps managers away from the pages of owners', async () => {
  const requests = show('manager', {}, '/users');
  expect(await menu('Account: Musa Kamara')).toEqual([
    'Change Password',
    'Replace the second factor',
    'Light theme',
    'Sign Out',
  ]);
  expect(screen.getByRole('heading', { name: 'Only owners can open this page' })).toBeTruthy();
  expect(requests.some(({ path }) => path === '/api/head/users')).toBe(false);
});

it('marks a demo', async () => {
  show('owner');
  await screen.findByText('Head office');
  expect(screen.queryByText('DEMO')).toBeNull();
  await act(() => infoStore.set({ demo: true, version: '1' }));
  expect(screen.getByText('DEMO')).toBeTruthy();
});

it('shows a page for an unknown address', async () => {
  show('owner', {}, '/nothing');
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
});

it('fetches its figures again every 15 seconds, keeps them without head office, and says so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let answer: Parameters<typeof fakeServer>[0][string] = { body: BAR };
  show('manager', { [TONIGHT]: () => answer as never });
  expect((await screen.findAllByText('$14.00')).length).toBeGreaterThan(0);

  answer = { body: overview([row(CAPE, 'Cape Bar', figures('20.00'))]) };
  await act(async () => void (await vi.advanceTimersByTimeAsync(15_500)));
  expect(screen.getByText('$20.00')).toBeTruthy();

  answer = 'lost';
  await act(async () => void (await vi.advanceTimersByTimeAsync(15_500)));
  expect(screen.getByText("Can't reach head office")).toBeTruthy();
  expect(screen.getByText('$20.00')).toBeTruthy();

  answer = { body: BAR };
  await act(async () => void (await vi.advanceTimersByTimeAsync(15_500)));
  expect(screen.queryByText("Can't reach head office")).toBeNull();
});

it('shows the sign-in form in place once the session has ended', async () => {
  show('owner', { [TONIGHT]: refusal(401, 'unauthenticated', 'Sign in') });
  expect(await screen.findByText('Please sign in again')).toBeTruthy();
  expect(sessionStore.get().user).toBeNull();
});

it('takes over another role of the signed-in user', async () => {
  show('owner', { 'GET /api/head/me': { body: { ...userOf('owner'), role: 'manager' } } }, '/users');
  expect(await screen.findByRole('heading', { name: 'Only owners can open this page' })).toBeTruthy();
});

it('signs out, and calls nothing afterwards', async () => {
  const requests = show('owner', { 'POST /api/head/logout': { status: 204 } });
  await menu('Account: Jane Cooper');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
  expect(await screen.findByLabelText('Username')).toBeTruthy();
  await waitFor(() => expect(requests.at(-1)?.path).toBe('/api/head/logout'));
});

it('leads from the address of the sign-in form to all bars', async () => {
  endSession();
  show('owner', {}, '/login');
  expect(await screen.findByRole('heading', { name: 'All bars' })).toBeTruthy();
  expect(location.pathname).toBe('/');
});

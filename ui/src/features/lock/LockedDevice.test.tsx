/** The lock screen of an enrolled device. */
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { sessionStore } from '../../api/session';
import { keepTill, revokedStore, tillStore } from '../../api/till';
import { fakeServer, refusal } from '../../test/fakeServer';
import { clearSession, person } from '../../test/people';
import { deviceSession, knowTill, MUSA, ownDevice, SARAH } from '../../test/tills';
import LockedDevice from './LockedDevice';

const ME = 'GET /api/devices/me';
const SIGN_IN = 'POST /api/pin/sign-in';
const onStart = vi.fn();

beforeEach(() => {
  clearSession();
  onStart.mockClear();
  revokedStore.set(false);
  boxStore.set({ ...UNKNOWN_BOX, title: 'Sunset Bar' });
  knowTill();
});

function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({ [ME]: { body: ownDevice() }, ...answers });
  render(
    <LockedDevice
      onTry={() => {}}
      onStart={onStart}
      form={(_, onBack) => (
        <button type="button" onClick={onBack}>
          password form
        </button>
      )}
    />,
  );
  return requests;
}
const tap = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const key = (name: string, target: Element = document.body) => fireEvent.keyDown(target, { key: name });
function choose(name: string, pin: string) {
  tap(new RegExp(`^${name}`));
  for (const digit of pin) tap(digit);
}
const signedIn = (username: string) => ({
  body: {
    token: 'abc',
    user: { ...person(username === 'musa' ? 'bartender' : 'manager'), username },
    session: deviceSession(),
  },
});

it('shows a tile for each person, with the role of managers', () => {
  open();
  const people = within(screen.getByRole('navigation', { name: 'Who are you?' }));
  expect(people.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'MMusa',
    'SSarahmanager',
  ]);
  expect(screen.getByText('Bar tablet')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Sunset Bar' })).toBeTruthy();
});

it('says that there are no PINs yet, and offers the password', () => {
  knowTill([]);
  open({ [ME]: { body: ownDevice([]) } });
  expect(screen.getByText('No PINs yet')).toBeTruthy();
  tap('Use password');
  tap('password form');
  expect(screen.getByText('No PINs yet')).toBeTruthy();
});

it('leads a person without a PIN to the password, and a new one to the page of their code', () => {
  open();
  expect(screen.getByText(/^Your name is not here\? You have no PIN yet/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'I have a code from a manager' }).getAttribute('href')).toBe(
    '/join',
  );
  tap('Use password');
  expect(screen.getByRole('button', { name: 'password form' })).toBeTruthy();
});

it('signs in with the keys of the pad, and goes on where that person was', async () => {
  const requests = open({ [SIGN_IN]: signedIn('musa') });
  choose('Musa', '40715');
  expect(screen.getByRole('heading', { name: 'Hello, Musa' })).toBeTruthy();
  expect(screen.getByRole('img', { name: '5 digits' })).toBeTruthy();
  tap('Delete');
  tap('Enter');
  await waitFor(() => expect(sessionStore.get().token).toBe('abc'));
  const sent = requests.find(({ path }) => path === '/api/pin/sign-in');
  expect(sent?.body).toEqual({ userId: 3, pin: '4071' });
  expect(sessionStore.get().info?.kind).toBe('device');
  expect(onStart).not.toHaveBeenCalled();
});

it('opens the start page for another person', async () => {
  open({ [SIGN_IN]: signedIn('sarah') });
  choose('Sarah', '407193');
  tap('Enter');
  await waitFor(() => expect(onStart).toHaveBeenCalledWith('manager'));
  expect(tillStore.get()?.device.lastUserName).toBe('sarah');
});

it('takes the digits of a keyboard, six at most', async () => {
  const requests = open({ [SIGN_IN]: signedIn('musa') });
  tap(/^Musa/);
  for (const digit of '40719358') key(digit);
  key('Backspace');
  key('Enter');
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/pin/sign-in')).toBe(true));
  expect(requests.find(({ path }) => path === '/api/pin/sign-in')?.body).toEqual({ userId: 3, pin: '40719' });
});

it('goes back with Escape, to the tile that was tapped', () => {
  open();
  tap(/^Sarah/);
  key('Escape');
  expect(document.activeElement?.textContent).toContain('Sarah');
});

it('has a circle for each digit that is needed, and says what comes after them', () => {
  open();
  tap(/^Musa/);
  const circles = () => screen.getByRole('img', { name: 'No digits' }).children.length;
  expect([circles(), screen.queryByText('4 to 6 digits, then Enter') !== null]).toEqual([4, true]);
  key('Escape');
  tap(/^Sarah/);
  expect([circles(), screen.queryByText('6 digits, then Enter') !== null]).toEqual([6, true]);
});

it('sends nothing that is too short', () => {
  const requests = open();
  choose('Musa', '407');
  tap('Enter');
  expect(screen.getByRole('alert').textContent).toBe('PIN must be 4 to 6 digits');
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('counts the tries that are left, and empties the dots', async () => {
  open({ [SIGN_IN]: refusal(403, 'wrong_pin', 'Wrong PIN', { triesLeft: 3 }) });
  choose('Musa', '1379');
  tap('Enter');
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong PIN 3 tries left, then a wait of 30 s.');
  expect(screen.getByRole('img', { name: 'No digits' })).toBeTruthy();
});

it('counts a wait down, also after the phone has slept and after a reload', async () => {
  vi.useFakeTimers();
  const waits = (waitSeconds: number) => ({ body: ownDevice([{ ...MUSA, waitSeconds }, SARAH]) });
  let answer = waits(0);
  open({
    [ME]: () => answer,
    [SIGN_IN]: () => {
      answer = waits(30);
      return refusal(403, 'wrong_pin', 'Wrong PIN', { triesLeft: 0 });
    },
  });
  choose('Musa', '1379');
  tap('Enter');
  await vi.advanceTimersByTimeAsync(100);
  expect(screen.getByRole('timer').textContent).toBe('Try again in 30 s');
  expect(screen.getByRole('button', { name: '1' })).toHaveProperty('disabled', true);
  // Another name may be tried.
  tap('Back');
  expect(screen.getByRole('button', { name: /^Musa/ }).textContent).toBe('MMusaTry again in 30 s');
  tap(/^Sarah/);
  expect(screen.queryByRole('timer')).toBeNull();
  tap('Back');
  // Asleep: no timer runs, the clock does.
  vi.setSystemTime(Date.now() + 20_000);
  answer = waits(10);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getByRole('button', { name: /^Musa/ }).textContent).toMatch(/in (9|10) s$/);
  answer = waits(0);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(screen.getByRole('button', { name: /^Musa/ }).textContent).toBe('MMusa');
});

it.each([
  [
    refusal(403, 'pin_off', 'This PIN is off. Sign in with your password.'),
    'This PIN is off. Sign in with your password.',
  ],
  [
    refusal(403, 'device_locked', 'This device is locked. Ask a manager.'),
    'This device is locked. Ask a manager.',
  ],
  ['lost' as const, "Can't reach the Barback box"],
])('says why it refuses (%#)', async (answer, text) => {
  open({ [SIGN_IN]: answer });
  choose('Musa', '4071');
  tap('Enter');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

it('says on the tiles that the device is locked', () => {
  knowTill([MUSA], { status: 'locked' });
  open({ [ME]: { body: ownDevice([MUSA], { status: 'locked' }) } });
  expect(screen.getByRole('alert').textContent).toBe('This device is locked. Ask a manager.');
});

it('chooses a new PIN with a code from a manager', async () => {
  const requests = open({
    'POST /api/pin/reset': (_, count) =>
      count === 1
        ? refusal(400, 'invalid', 'Invalid', { fields: { code: 'This code is wrong or has expired' } })
        : signedIn('musa'),
  });
  tap(/^Musa/);
  tap('Forgot PIN');
  const type = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  tap('Save PIN');
  expect(await screen.findByText('Code is required')).toBeTruthy();
  type('Code from a manager', '7kq2-m9xp');
  type('New PIN', '4a0 71');
  tap('Save PIN');
  expect(await screen.findByText('This code is wrong or has expired')).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save PIN' })).toHaveProperty('disabled', false),
  );
  tap('Save PIN');
  await waitFor(() => expect(sessionStore.get().token).toBe('abc'));
  const sent = requests.filter(({ path }) => path === '/api/pin/reset');
  expect(sent[0]?.body).toEqual({ userId: 3, code: '7kq2-m9xp', newPin: '4071' });
});

it('notices that the device was revoked', async () => {
  open({ [ME]: { body: { device: null, people: [] } } });
  await waitFor(() => expect(tillStore.get()).toBeNull());
  expect(revokedStore.get()).toBe(true);
  expect(localStorage.getItem('barback_till')).toBeNull();
});

it('keeps the tiles while the box does not answer, and says so', async () => {
  open({ [ME]: 'lost' });
  expect((await screen.findByRole('alert')).textContent).toBe("Can't reach the Barback box");
  expect(screen.getByRole('button', { name: /^Musa/ })).toBeTruthy();
});

it('keeps no PIN anywhere', async () => {
  keepTill(tillStore.get());
  open({ [SIGN_IN]: signedIn('musa') });
  choose('Musa', '407193');
  tap('Enter');
  await waitFor(() => expect(sessionStore.get().token).toBe('abc'));
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('407193');
});

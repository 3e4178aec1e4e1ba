/** Joining the staff with a code. */
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { sessionStore } from '../../api/session';
import { keepTill, tillStore } from '../../api/till';
import { fakeServer, refusal } from '../../test/fakeServer';
import { type } from '../../test/fields';
import { clearSession, person, signInAs } from '../../test/people';
import { deviceSession, knowTill, ownDevice } from '../../test/tills';
import { dismissToast, toastStore } from '../../ui/feedback/toast';
import JoinScreen from './JoinScreen';

const JOIN = 'POST /api/auth/join';
const PASSWORD = 'palm-wine';
const NO_DEVICE = { body: { device: null, people: [] } };
const HAWA = { token: 'token-of-hawa', user: { ...person('bartender'), username: 'hawa' }, session: null };

beforeEach(() => {
  clearSession();
  dismissToast();
  keepTill(null);
});

function open(hash: string, answers: Parameters<typeof fakeServer>[0] = {}) {
  history.replaceState(null, '', `/join${hash}`);
  const requests = fakeServer({ 'GET /api/devices/me': NO_DEVICE, ...answers });
  render(<JoinScreen />);
  return requests;
}
const enter = (label: string, text: string) => type(screen.getByLabelText(label), text);
const start = () => fireEvent.click(screen.getByRole('button', { name: 'Start' }));
function choosePassword() {
  enter('New Password', PASSWORD);
  enter('Confirm New Password', PASSWORD);
}

it('fills the code in, removes it from the address, and starts where the role does', async () => {
  const requests = open('#7KQ2M9XP', { [JOIN]: { body: HAWA } });
  expect(screen.getByLabelText('Code')).toHaveProperty('value', '7KQ2-M9XP');
  expect(location.hash).toBe('');
  expect(screen.queryByLabelText('New PIN (optional)')).toBeNull();
  choosePassword();
  start();
  await waitFor(() => expect(location.pathname).toBe('/sales'));
  expect(requests.find(({ path }) => path === '/api/auth/join')?.body).toEqual({
    code: '7KQ2-M9XP',
    newPassword: PASSWORD,
  });
  expect(sessionStore.get()).toMatchObject({ token: 'token-of-hawa', user: { username: 'hawa' } });
  expect(toastStore.get()?.title).toBe('You are hawa');
});

it('checks the fields, and puts the focus into the first wrong one', async () => {
  const requests = open('');
  enter('New Password', 'short');
  enter('Confirm New Password', 'longer');
  start();
  expect(await screen.findByText('Code is required')).toBeTruthy();
  expect(screen.getByText('New password must be at least 6 characters')).toBeTruthy();
  expect(screen.getByText("Passwords don't match")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Code'));
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

it('shows at the field that a code was used', async () => {
  const message = 'This code is wrong or has expired';
  open('#22222222', { [JOIN]: refusal(400, 'invalid', 'Invalid', { fields: { code: message } }) });
  choosePassword();
  start();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Code'));
  expect(screen.queryByText('Invalid')).toBeNull();
});

it.each([
  [refusal(429, 'too_many_attempts', 'Try again in 12 seconds.'), 'Try again in 12 seconds.'],
  ['lost' as const, /^Can't reach the Barback box Press Start again\. If the code is refused then/],
])('says why it did not work (%#)', async (answer, text) => {
  open('#22222222', { [JOIN]: answer });
  choosePassword();
  start();
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(alert.textContent).toMatch(text));
  expect(sessionStore.get().token).toBeNull();
});

it('says who is signed in, and ends that session alone', async () => {
  signInAs('manager');
  const requests = open('#7KQ2M9XP', { [JOIN]: { body: HAWA }, 'POST /api/auth/logout': { status: 204 } });
  expect(screen.getByText('manager is signed in on this device. Start signs manager out.')).toBeTruthy();
  choosePassword();
  start();
  await waitFor(() => expect(sessionStore.get().user?.username).toBe('hawa'));
  const ended = requests.filter(({ path }) => path === '/api/auth/logout');
  expect(ended.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer token-of-manager']);
});

it('leads back to the lock screen of a till device', () => {
  knowTill();
  open('', { 'GET /api/devices/me': { body: ownDevice() } });
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/login');
});

it('takes a PIN on a till device, whose lock screen knows the person then', async () => {
  knowTill();
  const requests = open('#7KQ2M9XP', {
    'GET /api/devices/me': { body: ownDevice() },
    [JOIN]: { body: { ...HAWA, session: deviceSession() } },
  });
  choosePassword();
  enter('New PIN (optional)', '40');
  start();
  expect(await screen.findByText('PIN must be 4 to 6 digits')).toBeTruthy();
  enter('New PIN (optional)', '4071');
  start();
  await waitFor(() => expect(sessionStore.get().info?.kind).toBe('device'));
  expect(requests.find(({ path }) => path === '/api/auth/join')?.body).toMatchObject({ newPin: '4071' });
  expect(tillStore.get()?.device.lastUserName).toBe('hawa');
});

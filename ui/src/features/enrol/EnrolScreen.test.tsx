/** Enrolling a phone with a code. */
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { sessionStore } from '../../api/session';
import { keepTill, tillStore } from '../../api/till';
import { fakeServer, refusal } from '../../test/fakeServer';
import { clearSession, signInAs } from '../../test/people';
import { BAR_TABLET, knowTill, ownDevice } from '../../test/tills';
import EnrolScreen from './EnrolScreen';

const ENROL = 'POST /api/devices/enrol';
const NOT_ENROLLED = { body: { device: null, people: [] } };

beforeEach(() => {
  clearSession();
  keepTill(null);
});

function open(hash: string, answers: Parameters<typeof fakeServer>[0] = {}) {
  history.replaceState(null, '', `/enrol${hash}`);
  const requests = fakeServer({ 'GET /api/devices/me': NOT_ENROLLED, ...answers });
  render(<EnrolScreen />);
  return requests;
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Enrol' }));

it('fills the code in, and removes it from the address', () => {
  open('#7KQ2M9XP');
  expect(screen.getByLabelText('Code')).toHaveProperty('value', '7KQ2-M9XP');
  expect(location.hash).toBe('');
  expect(location.pathname).toBe('/enrol');
});

it('enrols the phone, which ends its session', async () => {
  signInAs('bartender');
  const requests = open('#7KQ2M9XP', {
    'GET /api/devices/me': (_, count) => (count === 1 ? NOT_ENROLLED : { body: ownDevice([]) }),
    [ENROL]: { status: 201, body: { device: BAR_TABLET } },
  });
  press();
  await screen.findByRole('status', { name: '' });
  expect(screen.getByText('This device is now "Bar tablet"')).toBeTruthy();
  expect(requests.find(({ path }) => path === '/api/devices/enrol')?.body).toEqual({ code: '7KQ2-M9XP' });
  expect(sessionStore.get().token).toBeNull();
  expect(tillStore.get()?.device.name).toBe('Bar tablet');
  fireEvent.click(screen.getByRole('button', { name: 'Go to sign-in' }));
  expect(location.pathname).toBe('/login');
});

it('shows at the field what is wrong with a code', async () => {
  open('', {
    [ENROL]: refusal(400, 'invalid', 'Invalid', { fields: { code: 'This code is wrong or has expired' } }),
  });
  press();
  expect(await screen.findByText('Code is required')).toBeTruthy();
  fireEvent.input(screen.getByLabelText('Code'), { target: { value: '2222-2222' } });
  press();
  expect(await screen.findByText('This code is wrong or has expired')).toBeTruthy();
});

it.each([
  [
    refusal(429, 'too_many_attempts', 'Too many attempts. Try again in 12 seconds.'),
    'Too many attempts. Try again in 12 seconds.',
  ],
  ['lost' as const, "Can't reach the Barback box"],
])('says why it did not work (%#)', async (answer, text) => {
  open('#22222222', { [ENROL]: answer });
  press();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));
});

it('says what the phone is already', () => {
  knowTill();
  open('', { 'GET /api/devices/me': { body: ownDevice() } });
  expect(screen.getByText('This device is "Bar tablet". A new code replaces that.')).toBeTruthy();
});

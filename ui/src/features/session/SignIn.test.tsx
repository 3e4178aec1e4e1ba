/** The sign-in form. */
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { sessionStore } from '../../api/session';
import { fakeServer, refusal } from '../../test/fakeServer';
import { clearSession, person } from '../../test/people';
import { SignIn } from './SignIn';

beforeEach(() => {
  clearSession();
  boxStore.set({ ...UNKNOWN_BOX, title: 'Sunset Bar' });
});

function type(label: string, value: string) {
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));

it('signs in with a trimmed username, and shows that it is pending', async () => {
  const requests = fakeServer({
    'POST /api/auth/login': { body: { token: 'abc', user: person('bartender') } },
  });
  const onSignedIn = vi.fn();
  render(<SignIn onSignedIn={onSignedIn} />);
  type('Username', '  musu ');
  type('Password', ' secret ');
  press();
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toHaveProperty('disabled', true);
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('bartender'));
  expect(requests[0]?.body).toEqual({ username: 'musu', password: ' secret ' });
  expect(sessionStore.get().token).toBe('abc');
});

it('requires username and password before it sends anything', async () => {
  const requests = fakeServer({});
  render(<SignIn onSignedIn={() => {}} />);
  type('Username', '   ');
  type('Password', 'x');
  press();
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter your username and password');
  expect(requests).toEqual([]);
});

it('shows the refusal of the server, and does not sign in', async () => {
  fakeServer({ 'POST /api/auth/login': refusal(401, 'unauthenticated', 'Invalid username or password') });
  render(<SignIn onSignedIn={() => {}} notice="Please sign in again" />);
  expect(screen.getByRole('alert').textContent).toBe('Please sign in again');
  type('Username', 'musu');
  type('Password', 'wrong');
  press();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Invalid username or password'));
  expect(sessionStore.get()).toEqual({ token: null, user: null, expired: false });
});

it("says 'Login failed' when the server does not answer", async () => {
  fakeServer({ 'POST /api/auth/login': 'lost' });
  render(<SignIn onSignedIn={() => {}} />);
  type('Username', 'musu');
  type('Password', 'x');
  press();
  expect(await screen.findByText('Login failed')).toBeTruthy();
});

it('shows and hides the password', () => {
  render(<SignIn onSignedIn={() => {}} />);
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('type')).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field.getAttribute('type')).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field.getAttribute('type')).toBe('password');
});

it('offers the demo accounts on a demo box only', async () => {
  const { rerender } = render(<SignIn onSignedIn={() => {}} />);
  expect(screen.queryByText('DEMO')).toBeNull();
  boxStore.set({ ...UNKNOWN_BOX, title: 'Sunset Bar', demo: true });
  rerender(<SignIn onSignedIn={() => {}} />);
  fireEvent.click(await screen.findByRole('button', { name: 'manager / manager123' }));
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'manager');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'manager123');
});

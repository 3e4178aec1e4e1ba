/** Signing in, and the steps of a first sign-in. */
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { type } from '../../../test/fields';
import { toastStore } from '../../../ui/feedback/toast';
import { call } from '../../api/client';
import { infoStore } from '../../api/info';
import { endSession, sessionStore, startSession, useSession } from '../../api/session';
import { userOf } from '../../test/rows';
import { signIn } from './api';
import FirstSteps from './FirstSteps';
import SecondFactorDialog from './SecondFactorDialog';
import { SignIn } from './SignIn';

beforeEach(() => {
  endSession();
  infoStore.set(null);
});

function fill(username: string, password: string) {
  type(screen.getByLabelText('Username'), username);
  type(screen.getByLabelText('Password'), password);
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const show = (expired = false) => render(<SignIn expired={expired} onTry={() => {}} />);

it('signs in, then asks for the code of the second factor', async () => {
  const requests = fakeServer({
    'POST /api/head/login': ({ body }) =>
      (body as { code?: string }).code
        ? { body: { token: 't', user: userOf('owner') } }
        : refusal(401, 'code_required', 'Enter the code'),
  });
  show();
  fill(' jane ', 'secret');
  press('Sign In');
  const code = await screen.findByLabelText('Code');
  expect(document.activeElement).toBe(code);
  expect(screen.queryByRole('alert')).toBeNull();
  type(code, ' 123456 ');
  press('Sign In');
  await waitFor(() => expect(sessionStore.get().user?.username).toBe('owner'));
  expect(requests.map(({ body }) => body)).toEqual([
    { username: 'jane', password: 'secret' },
    { username: 'jane', password: 'secret', code: '123456' },
  ]);
});

it.each([
  [refusal(401, 'unauthenticated', 'Invalid username or password'), 'Invalid username or password'],
  [refusal(401, 'code_wrong', 'Wrong'), 'This code is wrong or was used before'],
  ['lost' as const, "Can't reach head office"],
])('says why the sign-in failed (%#)', async (answer, text) => {
  fakeServer({ 'POST /api/head/login': answer });
  show();
  fill('jane', 'secret');
  press('Sign In');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(sessionStore.get().user).toBeNull();
});

it('asks for both fields before it sends anything, and says that a session has ended', async () => {
  const requests = fakeServer({});
  show(true);
  expect(screen.getByRole('alert').textContent).toBe('Please sign in again');
  press('Sign In');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Please enter your username and password'),
  );
  expect(requests).toEqual([]);
});

it('offers its accounts on a demo only', async () => {
  const { rerender } = show();
  expect(screen.queryByText('DEMO')).toBeNull();
  infoStore.set({ demo: true, version: '1' });
  rerender(<SignIn expired={false} onTry={() => {}} />);
  fireEvent.click(await screen.findByRole('button', { name: 'owner / owner123' }));
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'owner');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'owner123');
});

function Steps() {
  const { user, needsTotp } = useSession();
  if (!user) return <p>Signed out</p>;
  return user.mustChangePassword || needsTotp ? <FirstSteps user={user} /> : <p>All bars</p>;
}

it('first changes the password, then sets up the second factor', async () => {
  startSession(userOf('owner', { mustChangePassword: true, hasTotp: false }));
  const requests = fakeServer({
    'POST /api/head/change-password': { body: { token: 't', user: userOf('owner', { hasTotp: false }) } },
    'GET /api/head/bars': refusal(403, 'totp_required', 'Please set up the second factor first'),
    'POST /api/head/totp': {
      body: { secret: 'JBSWY3DP', uri: 'otpauth://', qr: 'data:image/svg+xml,x' },
    },
    'POST /api/head/totp/confirm': ({ body }) =>
      (body as { code: string }).code === '123456'
        ? { body: { recoveryCodes: ['aaaa-1111', 'bbbb-2222'] } }
        : refusal(401, 'code_wrong', 'Wrong'),
  });
  render(<Steps />);
  expect(screen.getByText('Your password must be changed before continuing.')).toBeTruthy();
  type(screen.getByLabelText('Current Password'), 'first');
  type(screen.getByLabelText('New Password'), 'three words here');
  type(screen.getByLabelText('Confirm New Password'), 'three words here');
  press('Change Password');

  // What the first screen reads says that the second factor is missing.
  await screen.findByText('All bars');
  await call('/api/head/bars').catch(() => {});
  expect(await screen.findByRole('heading', { name: 'Set up the second factor' })).toBeTruthy();
  type(screen.getByLabelText('Password'), 'three words here');
  press('Continue');
  expect(await screen.findByRole('img', { name: /^QR code/ })).toHaveProperty('src', 'data:image/svg+xml,x');
  expect(screen.getByText('JBSWY3DP')).toBeTruthy();
  type(screen.getByLabelText('Code'), '12 34');
  press('Confirm');
  expect(await screen.findByText('Please enter the 6 digits')).toBeTruthy();
  type(screen.getByLabelText('Code'), '000 000');
  press('Confirm');
  expect(await screen.findByText('This code is wrong or was used before')).toBeTruthy();
  type(screen.getByLabelText('Code'), '123 456');
  press('Confirm');
  expect(await screen.findByText('bbbb-2222')).toBeTruthy();
  press('I have written them down');
  expect(await screen.findByText('All bars')).toBeTruthy();
  expect(requests.find(({ path }) => path.endsWith('/totp'))?.body).toEqual({ password: 'three words here' });
});

it('shows what is wrong with a new password, and can be left', async () => {
  startSession(userOf('owner', { mustChangePassword: true }));
  const requests = fakeServer({ 'POST /api/head/logout': { status: 204 } });
  render(<Steps />);
  press('Change Password');
  expect(await screen.findByText('Current password is required')).toBeTruthy();
  press('Sign Out');
  expect(await screen.findByText('Signed out')).toBeTruthy();
  expect(requests.some(({ path }) => path === '/api/head/change-password')).toBe(false);
});

it('replaces the second factor with a present code', async () => {
  startSession(userOf('owner'));
  const requests = fakeServer({
    'POST /api/head/totp': ({ body }) => {
      const { code } = body as { code?: string };
      if (!code) return refusal(401, 'code_required', 'Enter the code from your app');
      if (code !== '123456') return refusal(401, 'code_wrong', 'Wrong');
      return { body: { secret: 'JBSWY3DP', uri: 'otpauth://', qr: 'data:image/svg+xml,x' } };
    },
    'POST /api/head/totp/confirm': { body: { recoveryCodes: ['aaaa-1111'] } },
  });
  let closed = false;
  render(
    <SecondFactorDialog
      onClose={() => {
        closed = true;
      }}
    />,
  );
  type(screen.getByLabelText('Password'), 'three words here');
  press('Continue');
  type(await screen.findByLabelText('Present code'), '999999');
  press('Continue');
  expect(await screen.findByText('This code is wrong or was used before')).toBeTruthy();
  type(screen.getByLabelText('Present code'), '123456');
  press('Continue');
  expect(await screen.findByText('JBSWY3DP')).toBeTruthy();
  type(screen.getByLabelText('Code'), '654321');
  press('Confirm');
  expect(await screen.findByText('aaaa-1111')).toBeTruthy();
  press('I have written them down');
  await waitFor(() => expect(closed).toBe(true));
  expect(sessionStore.get().user?.username).toBe(userOf('owner').username);
  expect(requests.filter(({ path }) => path.endsWith('/totp'))).toHaveLength(3);
});

it('says after the sign-in that somebody gave wrong codes', async () => {
  fakeServer({
    'POST /api/head/login': {
      body: { token: 't', user: userOf('owner'), wrongCodes: { count: 12, at: '2026-11-27T20:00:00Z' } },
    },
  });
  await signIn('owner', 'three words here', '123456');
  expect(toastStore.get()?.title).toBe('Somebody gave wrong codes');
  expect(toastStore.get()?.description).toMatch(/^12 wrong codes for this account/);
});

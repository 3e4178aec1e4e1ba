/** The question for the password: what was refused goes on once it was given. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { get, hooks, post } from '../../../api/http/client';
import { queryClient } from '../../../api/http/query';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { signInAs } from '../../../test/people';
import { recoverWithPassword } from './askPassword';
import { PasswordAsked } from './PasswordAsked';

const REFUSED = refusal(403, 'password_required', 'Enter your password to do this');
const CONFIRM = 'POST /api/auth/confirm';
const RATE = 'POST /api/exchange-rate';

beforeEach(() => {
  signInAs('manager');
  queryClient.clear();
  hooks.recover = async (refused, sent) =>
    refused.code === 'password_required' ? recoverWithPassword(sent) : null;
  // A Cancel of the test before is forgotten at the next touch.
  fireEvent.pointerDown(document.body);
});
afterEach(() => {
  hooks.recover = undefined;
});

function open(answers: Parameters<typeof fakeServer>[0]) {
  const requests = fakeServer(answers);
  render(
    <QueryClientProvider client={queryClient}>
      <PasswordAsked />
    </QueryClientProvider>,
  );
  return requests;
}
async function give(password: string) {
  const field = await screen.findByLabelText('Password');
  fireEvent.input(field, { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
}

it('sends the refused write again, under the same key', async () => {
  const requests = open({
    [RATE]: (_, count) => (count === 1 ? REFUSED : { body: { rate: 190 } }),
    [CONFIRM]: { body: { passwordUntil: '2026-11-20T21:00:00Z' } },
  });
  const sent = post('/api/exchange-rate', { rate: 190 });
  await give('secret');
  await expect(sent).resolves.toEqual({ rate: 190 });
  const writes = requests.filter(({ path }) => path === '/api/exchange-rate');
  expect(writes.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(
    Array(2).fill(writes[0]?.headers.get('Idempotency-Key')),
  );
  expect(requests.find(({ path }) => path === '/api/auth/confirm')?.body).toEqual({ password: 'secret' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('asks once for several calls', async () => {
  const again = (_: unknown, count: number) => (count === 1 ? REFUSED : { body: [] });
  open({
    'GET /api/users': again,
    'GET /api/devices': again,
    [CONFIRM]: { body: { passwordUntil: '2026-11-20T21:00:00Z' } },
  });
  const both = Promise.all([get('/api/users'), get('/api/devices')]);
  await give('secret');
  await expect(both).resolves.toEqual([[], []]);
});

it('shows a wrong password at its field, and goes on asking', async () => {
  open({
    [RATE]: REFUSED,
    [CONFIRM]: refusal(400, 'invalid', 'Wrong password', { fields: { password: 'Wrong password' } }),
  });
  const sent = post('/api/exchange-rate', { rate: 190 });
  sent.catch(() => {});
  await give('wrong');
  expect(await screen.findByText('Wrong password')).toBeTruthy();
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await expect(sent).rejects.toThrow('Enter your password to do this');
});

it('lets a list that is shown be, and asks for no list again after a Cancel until a touch', async () => {
  open({ 'GET /api/users': REFUSED, 'GET /api/devices': REFUSED });
  queryClient.setQueryData(['/api/devices'], []);
  await expect(get('/api/devices')).rejects.toThrow();
  const first = get('/api/users');
  first.catch(() => {});
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await expect(first).rejects.toThrow();
  await act(async () => {
    await expect(get('/api/users')).rejects.toThrow();
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.pointerDown(document.body);
  get('/api/users').catch(() => {});
  expect(await screen.findByRole('dialog', { name: 'Enter your password' })).toBeTruthy();
});

it('frees what waits when the screen locks under it', async () => {
  fakeServer({ [RATE]: REFUSED });
  const { unmount } = render(<PasswordAsked />);
  const sent = post('/api/exchange-rate', { rate: 190 });
  sent.catch(() => {});
  await screen.findByRole('dialog');
  unmount();
  await expect(sent).rejects.toThrow();
});

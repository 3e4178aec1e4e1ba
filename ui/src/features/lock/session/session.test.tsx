/** A session on an enrolled device: the note about wrong PINs, locking, and setting a PIN. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../api/http/query';
import { sessionStore, startSession } from '../../../api/session';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { person } from '../../../test/people';
import { deviceSession } from '../../../test/tills';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import SetPinDialog from '../SetPinDialog';
import SessionWatch from './SessionWatch';

const signIn = (more: Parameters<typeof deviceSession>[0] = {}) =>
  startSession('abc', person('bartender', { username: 'musa' }), deviceSession(more));

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signIn();
});

describe('the watch', () => {
  it('shows wrong tries in the name of the person until they are dismissed', () => {
    fakeServer({});
    const since = new Date();
    since.setHours(20, 42, 0, 0);
    signIn({ wrongTries: 3, wrongTriesSince: since.toISOString() });
    render(<SessionWatch />);
    expect(screen.getByRole('status').textContent).toBe('3 wrong PIN tries in your name since 8:42 PM');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('status')).toBeNull();
    expect(JSON.parse(localStorage.getItem('barback_session') ?? '').wrongTries).toBe(0);
  });

  it('locks the device: the session ends here and on the box', () => {
    vi.useFakeTimers();
    const requests = fakeServer({ 'POST /api/pin/lock': { status: 204 } });
    render(<SessionWatch />);
    vi.advanceTimersByTime(90_000);
    expect(sessionStore.get()).toEqual({ token: null, user: null, expired: false });
    expect(requests.map(({ path, headers }) => [path, headers.get('Authorization')])).toEqual([
      ['/api/pin/lock', 'Bearer abc'],
    ]);
    expect(localStorage.getItem('barback_session')).toBeNull();
  });

  it('tells the box of touches', () => {
    const requests = fakeServer({ 'POST /api/pin/alive': { status: 204 } });
    render(<SessionWatch />);
    fireEvent.pointerDown(document.body);
    expect(requests.map(({ path }) => path)).toEqual(['/api/pin/alive']);
  });
});

describe('Set PIN', () => {
  const ME = (pinStatus: string, role = 'bartender') => ({
    'GET /api/auth/me': { body: { ...person('bartender'), username: 'musa', role, pinStatus } },
  });
  function open(answers: Parameters<typeof fakeServer>[0]) {
    const requests = fakeServer(answers);
    const onClose = vi.fn();
    render(
      <QueryClientProvider client={queryClient}>
        <SetPinDialog onClose={onClose} />
        <Toaster />
      </QueryClientProvider>,
    );
    return { requests, onClose };
  }
  const type = async (label: string, value: string) =>
    fireEvent.input(await screen.findByLabelText(label), { target: { value } });
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save PIN' }));

  it('sends the password and the new PIN', async () => {
    const { requests, onClose } = open({ ...ME('none'), 'POST /api/pin': { body: {} } });
    await type('Current Password', 'secret');
    await type('New PIN', '4071');
    await type('Repeat PIN', '4072');
    save();
    expect(await screen.findByText('PINs do not match')).toBeTruthy();
    await type('Repeat PIN', '4071');
    save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(requests.find(({ path }) => path === '/api/pin')?.body).toEqual({
      newPin: '4071',
      currentPassword: 'secret',
    });
    expect(await screen.findByText('PIN saved')).toBeTruthy();
    expect(JSON.stringify({ ...localStorage })).not.toContain('4071');
  });

  it('asks for the PIN that is there, on an enrolled device', async () => {
    const { requests } = open({
      ...ME('set'),
      'POST /api/pin': refusal(400, 'invalid', 'Wrong PIN', { fields: { currentPin: 'Wrong PIN' } }),
    });
    await type('Current Password', 'secret');
    await type('New PIN', '4071');
    await type('Repeat PIN', '4071');
    save();
    expect(await screen.findByText('Current PIN is required')).toBeTruthy();
    await type('Current PIN', '1379');
    save();
    expect(await screen.findByText('Wrong PIN')).toBeTruthy();
    expect(requests.find(({ path }) => path === '/api/pin')?.body).toEqual({
      newPin: '4071',
      currentPassword: 'secret',
      currentPin: '1379',
    });
  });

  it('wants six digits of a manager, and says what the box refuses', async () => {
    open({
      ...ME('none', 'manager'),
      'POST /api/pin': refusal(400, 'invalid', 'x', {
        fields: { newPin: 'Choose a PIN that is harder to guess' },
      }),
    });
    await type('Current Password', 'secret');
    await type('New PIN', '4071');
    await type('Repeat PIN', '4071');
    save();
    expect(await screen.findByText('PIN must be 6 digits')).toBeTruthy();
    await type('New PIN', '123123');
    await type('Repeat PIN', '123123');
    save();
    expect(await screen.findByText('Choose a PIN that is harder to guess')).toBeTruthy();
  });
});

/** Asking for an approval: what was refused goes on once it is granted. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outcomeUnknown } from '../../../api/forms/useWrite';
import { hooks, post } from '../../../api/http/client';
import type { ApiError } from '../../../api/http/error';
import { queryClient, refresh } from '../../../api/http/query';
import { startSession } from '../../../api/session';
import { approval, decided, SUMMARY } from '../../../test/approvals';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { type as fill } from '../../../test/fields';
import { clearSession, person, signInAs } from '../../../test/people';
import { deviceSession, knowTill, MUSA, ownDevice, SARAH } from '../../../test/tills';
import { toastError, toastStore } from '../../../ui/feedback/toast';
import { ApprovalAsked } from './ApprovalAsked';
import { questionStore, recoverWithApproval } from './askApproval';

const VOID = 'POST /api/sales/3/void';
const ASK = 'POST /api/approvals';
const READ = 'GET /api/approvals/7';
const HERE = 'POST /api/approvals/7/grant-here';
const BODY = { reason: 'wrong order' };
const NEEDED = refusal(403, 'approval_required', 'A manager must approve this', {
  approval: { kind: 'void_sale', summary: SUMMARY },
});

beforeEach(() => {
  clearSession();
  signInAs('bartender');
  queryClient.clear();
  questionStore.set(null);
  hooks.recover = async (refused, sent) =>
    refused.code === 'approval_required' ? recoverWithApproval(refused, sent) : null;
});
afterEach(() => {
  hooks.recover = undefined;
});

type Answers = Parameters<typeof fakeServer>[0];

/** A bartender voids; the box wants an approval. */
async function voids(answers: Answers = {}) {
  const requests = fakeServer({
    [VOID]: ({ headers }) => (headers.get('Approval') === '7' ? { body: { id: 3 } } : NEEDED),
    [ASK]: { status: 201, body: approval() },
    [READ]: { body: approval() },
    'POST /api/approvals/7/cancel': { body: approval({ status: 'cancelled' }) },
    ...answers,
  });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <ApprovalAsked />
    </QueryClientProvider>,
  );
  const sent = post('/api/sales/3/void' as '/api/sales/batch', BODY as never) as Promise<unknown>;
  const failed = sent.then(
    () => null,
    (error: ApiError) => error,
  );
  await screen.findByRole('dialog', { name: 'Approval needed' });
  const writes = () => requests.filter(({ path }) => path === '/api/sales/3/void');
  return { requests, sent, failed, writes, view };
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
describe('asking a manager', () => {
  it('shows what is asked, waits, and goes on with the same write', async () => {
    let now = approval();
    const { requests, sent, writes } = await voids({ [READ]: () => ({ body: now }) });
    expect(screen.getByText(SUMMARY)).toBeTruthy();
    await press('Ask a manager');
    expect(await screen.findByText('Waiting for a manager…')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toMatch(/^1(80|79) s$/);
    const asked = requests.find(({ path }) => path === '/api/approvals');
    expect(asked?.body).toEqual({ method: 'POST', path: '/api/sales/3/void', body: BODY });
    expect(asked?.headers.get('Idempotency-Key')).toBeTruthy();
    now = decided('granted');
    await act(async () => void (await refresh('/api/approvals')));
    expect(await screen.findByText('Approved by sarah')).toBeTruthy();
    await expect(sent).resolves.toEqual({ id: 3 });
    const [first, second] = writes();
    expect(second?.headers.get('Approval')).toBe('7');
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
    expect(second?.body).toEqual(first?.body);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows the note of the manager who approved until it is read', async () => {
    const { sent, writes } = await voids({
      [READ]: { body: decided('granted', { note: 'Only this once' }) },
    });
    await press('Ask a manager');
    expect(await screen.findByText('Approved by sarah: Only this once')).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(screen.getByText('Approved by sarah: Only this once')).toBeTruthy();
    expect(writes()).toHaveLength(1);
    await press('Go on');
    await expect(sent).resolves.toEqual({ id: 3 });
  });

  it('notices a grant without live updates', async () => {
    const { sent } = await voids({
      [READ]: (_, count) => ({ body: count < 2 ? approval() : decided('granted') }),
    });
    await press('Ask a manager');
    await expect(sent).resolves.toEqual({ id: 3 });
  });

  it('says who refused and why', async () => {
    const refused = decided('refused', { note: 'Ask the guest first' });
    const { failed, writes } = await voids({ [READ]: { body: refused } });
    await press('Ask a manager');
    expect(await screen.findByText('Refused by sarah: Ask the guest first')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    const error = await failed;
    expect(error?.refusal.message).toBe('Refused by sarah: Ask the guest first');
    // Nothing was stored: the next try is a new write.
    expect(outcomeUnknown(error)).toBe(false);
    expect(writes()).toHaveLength(1);
  });

  it('is not asked while the screen asks something first', async () => {
    fakeServer({ [VOID]: NEEDED });
    const sent = post('/api/sales/3/void' as '/api/sales/batch', BODY as never, { asksFirst: true });
    await expect(sent).rejects.toMatchObject({ code: 'approval_required' });
    expect(questionStore.get()).toBeNull();
  });

  it('takes away what was said of the question before', async () => {
    toastError('The item could not be removed', 'Refused by sarah');
    const { failed } = await voids();
    expect(toastStore.get()).toBeNull();
    await press('Cancel');
    await failed;
  });

  it('says that nobody answered, and asks again', async () => {
    const { sent, requests } = await voids({
      [ASK]: (_, count) => ({ status: 201, body: approval({ id: count === 1 ? 6 : 7 }) }),
      'GET /api/approvals/6': { body: approval({ id: 6, status: 'expired' }) },
      [READ]: { body: decided('granted') },
    });
    await press('Ask a manager');
    expect(await screen.findByText('Nobody answered')).toBeTruthy();
    await press('Ask again');
    await expect(sent).resolves.toEqual({ id: 3 });
    expect(requests.filter(({ path }) => path === '/api/approvals')).toHaveLength(2);
  });

  it('takes the question back on Cancel, and leaves what was written', async () => {
    const { requests, failed } = await voids();
    await press('Ask a manager');
    await screen.findByText('Waiting for a manager…');
    await press('Cancel');
    expect((await failed)?.refusal.message).toBe('A manager must approve this');
    await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/api/approvals/7/cancel'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows why it cannot be asked', async () => {
    const message = '5 of your questions wait for a manager. Wait, or take one back.';
    await voids({ [ASK]: refusal(429, 'too_many_attempts', message) });
    await press('Ask a manager');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Ask a manager' })).toBeTruthy();
  });

  it('goes on without an approval where the rule was changed meanwhile', async () => {
    const { sent, writes } = await voids({
      [VOID]: (_, count) => (count === 1 ? NEEDED : { body: { id: 3 } }),
      [ASK]: refusal(409, 'conflict', 'This needs no approval'),
    });
    await press('Ask a manager');
    await expect(sent).resolves.toEqual({ id: 3 });
    expect(writes()[1]?.headers.get('Approval')).toBeNull();
  });

  it('frees the write when the screen locks under it', async () => {
    const { failed, view } = await voids();
    view.unmount();
    expect((await failed)?.code).toBe('approval_required');
  });

  it('asks for one write after the other', async () => {
    const { sent, failed } = await voids();
    const other = post('/api/drawer', {}).catch((error: ApiError) => error);
    void other;
    void sent.catch(() => {});
    await press('Cancel');
    await failed;
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a manager on this phone', () => {
  it('gives username and password on a private phone', async () => {
    const { sent, requests } = await voids({
      [HERE]: (_, count) =>
        count === 1
          ? refusal(401, 'unauthenticated', 'Invalid username or password')
          : { body: decided('granted', { decidedHow: 'password' }) },
    });
    await press('Manager password here');
    fill(await screen.findByLabelText('Username'), 'sarah');
    await press('Approve');
    expect(await screen.findByText('Password is required')).toBeTruthy();
    fill(screen.getByLabelText('Password'), 'wrong');
    await press('Approve');
    expect(await screen.findByText('Invalid username or password')).toBeTruthy();
    fill(screen.getByLabelText('Password'), 'secret');
    await press('Approve');
    // The wrong password has not signed out the bartender.
    await expect(sent).resolves.toEqual({ id: 3 });
    const given = requests.filter(({ path }) => path === '/api/approvals/7/grant-here');
    expect(given.at(-1)?.body).toEqual({ username: 'sarah', password: 'secret' });
  });

  it('says that a bartender may not approve', async () => {
    await voids({ [HERE]: refusal(403, 'forbidden', 'You are not allowed to do this') });
    await press('Manager password here');
    fill(await screen.findByLabelText('Username'), 'fatu');
    fill(screen.getByLabelText('Password'), 'secret');
    await press('Approve');
    expect(await screen.findByText('Only a manager or an admin can approve this')).toBeTruthy();
  });

  it('types the PIN on an enrolled device', async () => {
    startSession('abc', person('bartender', { username: 'musa' }), deviceSession());
    knowTill();
    const { sent, requests } = await voids({
      'GET /api/devices/me': { body: ownDevice() },
      [HERE]: (_, count) =>
        count === 1
          ? refusal(403, 'wrong_pin', 'Wrong PIN', { triesLeft: 4 })
          : { body: decided('granted', { decidedHow: 'pin' }) },
    });
    await press('Manager PIN here');
    await screen.findByRole('navigation', { name: 'Which manager?' });
    expect(screen.queryByRole('button', { name: new RegExp(MUSA.name) })).toBeNull();
    await press(new RegExp(SARAH.name));
    await press('Enter');
    expect(await screen.findByText('PIN must be 4 to 6 digits')).toBeTruthy();
    for (const digit of '407193') await press(digit);
    await press('Enter');
    expect(await screen.findByText('Wrong PIN')).toBeTruthy();
    for (const digit of '407192') await press(digit);
    await press('Enter');
    await expect(sent).resolves.toEqual({ id: 3 });
    const given = requests.filter(({ path }) => path === '/api/approvals/7/grant-here');
    expect(given.at(-1)?.body).toEqual({ userId: SARAH.userId, pin: '407192' });
  });

  it('learns that a manager has decided meanwhile', async () => {
    const already = decided('refused', { decidedBy: 'joe' });
    const { failed } = await voids({
      [HERE]: refusal(409, 'conflict', 'Already refused by joe', { approval: already }),
    });
    await press('Manager password here');
    fill(await screen.findByLabelText('Username'), 'sarah');
    fill(screen.getByLabelText('Password'), 'secret');
    await press('Approve');
    expect(await screen.findByText('Refused by joe')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    expect((await failed)?.refusal.message).toBe('Refused by joe');
  });
});

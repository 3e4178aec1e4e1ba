/** What managers see of the questions of bartenders. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient, refresh } from '../../../api/http/query';
import { startSession } from '../../../api/session';
import { approval, decided, SUMMARY } from '../../../test/approvals';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { type as fill } from '../../../test/fields';
import { clearSession, person, signInAs } from '../../../test/people';
import { deviceSession } from '../../../test/tills';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import Questions from './Questions';

const PENDING = 'GET /api/approvals?limit=50&status=pending';
const RECENT = 'GET /api/approvals?limit=30';
const NAMES = 'GET /api/users/names';
const READ = 'GET /api/approvals/7';

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  clearSession();
  signInAs('manager', { username: 'sarah' });
});

function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    [PENDING]: { body: [approval()] },
    [RECENT]: { body: [] },
    [READ]: { body: approval() },
    [NAMES]: { body: [{ id: 3, username: 'musa', name: 'Musa', role: 'bartender', pinStatus: 'none' }] },
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Questions />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const sheet = () => screen.findByRole('dialog', { name: 'Approve?' });
const news = async () => act(async () => void (await refresh('/api/approvals')));

describe('a question', () => {
  it('stands in a banner, and is approved with a note', async () => {
    const requests = open({ 'POST /api/approvals/7/grant': { body: decided('granted') } });
    const banner = await screen.findByRole('status');
    await waitFor(() => expect(banner.textContent).toContain(`Musa asks: ${SUMMARY}`));
    await press('Look');
    const dialog = within(await sheet());
    expect(dialog.getByText('$4.00')).toBeTruthy();
    expect(dialog.getByText('L$760')).toBeTruthy();
    expect(dialog.getByText('Reason').nextSibling?.textContent).toBe('wrong order');
    expect(dialog.getByText(/^(3:00|2:5\d) left$/)).toBeTruthy();
    fill(dialog.getByLabelText('Note (optional)'), ' fine ');
    await press('Approve');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ note: 'fine' });
  });

  it('names each kind that it allows, with all lines, also those of one label', async () => {
    const kinds = [
      { kind: 'discount' as const, summary: 'Sell 10 × Hennessy', amountUSD: '0.09', amountLRD: '16.81' },
      { kind: 'tax_exemption' as const, summary: 'Sell without tax', amountUSD: '0.01', amountLRD: '2.19' },
    ];
    const lines = [
      { label: 'Goods', value: '10 × Hennessy, $7.00 → $0.01' },
      { label: 'Goods', value: '10 × Hennessy, $0.10 → $0.09' },
    ];
    const both = approval({ kind: 'discount', kinds, lines, summary: 'Sell; Sell without tax' });
    open({ [PENDING]: { body: [both] }, [READ]: { body: both } });
    await press('Look');
    const dialog = within(await sheet());
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Sell 10 × Hennessy',
      'Sell without tax',
    ]);
    expect(dialog.getAllByText('Goods').map((label) => label.nextSibling?.textContent)).toEqual([
      '10 × Hennessy, $7.00 → $0.01',
      '10 × Hennessy, $0.10 → $0.09',
    ]);
  });

  it('shows an act that needs two kinds once, with its own worth', async () => {
    const summary = 'Give 50 % off 4 × Club Beer, table 6, $4.00 / L$760.00';
    const part = { summary, amountUSD: '4.00', amountLRD: '760.00' };
    const kinds = [
      { kind: 'after_bill' as const, ...part },
      { kind: 'discount' as const, ...part },
    ];
    const billed = approval({ kind: 'after_bill', kinds, summary, amountUSD: '8.00', amountLRD: '1520.00' });
    open({ [PENDING]: { body: [billed] }, [READ]: { body: billed } });
    await press('Look');
    const dialog = within(await sheet());
    expect(dialog.getAllByText(summary)).toHaveLength(1);
    expect(dialog.getByText('$4.00')).toBeTruthy();
    expect(dialog.queryByText('$8.00')).toBeNull();
  });

  it('is refused without a note', async () => {
    const requests = open({ 'POST /api/approvals/7/refuse': { body: decided('refused') } });
    await press('Look');
    await press('Refuse');
    await screen.findByText('Refused');
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({});
  });

  it('was decided by another manager', async () => {
    const already = decided('granted', { decidedBy: 'joe' });
    open({
      'POST /api/approvals/7/grant': refusal(409, 'conflict', 'Already approved by joe', {
        approval: already,
      }),
    });
    await press('Look');
    await press('Approve');
    expect(await screen.findByText('Already approved by joe')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  it('says in the open sheet what became of it', async () => {
    let now = approval();
    let waiting = [now];
    open({ [READ]: () => ({ body: now }), [PENDING]: () => ({ body: waiting }) });
    await press('Look');
    await sheet();
    now = decided('refused', { decidedBy: 'joe' });
    waiting = [];
    await news();
    expect(await screen.findByText('Already refused by joe')).toBeTruthy();
    now = approval({ status: 'cancelled' });
    await news();
    expect(await screen.findByText('musa took this back')).toBeTruthy();
    now = approval({ status: 'expired' });
    await news();
    expect(await screen.findByText('Nobody answered in time')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Musa asks:')).toBeNull());
  });

  it('leaves when it was taken back or nobody answered, and the oldest of several comes first', async () => {
    let waiting = [approval({ id: 9, summary: 'Open the drawer' }), approval(), approval({ id: 8 })];
    open({ [PENDING]: () => ({ body: waiting }) });
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(SUMMARY));
    expect(screen.getByText('and 2 more')).toBeTruthy();
    waiting = waiting.slice(0, 1);
    await news();
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Open the drawer'));
    expect(screen.queryByText(/more$/)).toBeNull();
    waiting = [];
    await news();
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  });

  it('counts the time that is left by the clock of the box', async () => {
    // The box is an hour behind this phone; half of the three minutes are over.
    const at = Date.now() - 3_600_000 - 90_000;
    const now = new Date(Date.now() - 3_600_000).toUTCString();
    open({ [PENDING]: { body: [approval({}, at)], headers: { Date: now } } });
    await press('Look');
    expect(within(await sheet()).getByText(/^1:(3\d|2\d) left$/)).toBeTruthy();
  });

  it('shows over an open dialog as a toast', async () => {
    let waiting = [approval()];
    open({ [PENDING]: () => ({ body: waiting }) });
    await press('Look');
    await sheet();
    waiting = [approval(), approval({ id: 8, summary: 'Open the drawer' })];
    await news();
    const toast = await screen.findByText('Musa asks:', { selector: '.toast strong' });
    expect(toast.parentElement?.textContent).toContain('Open the drawer');
    waiting = [approval()];
    await news();
    await waitFor(() => expect(document.querySelector('.toast')).toBeNull());
  });

  it('does not read names with a session that began with a PIN: it would be asked for the password', async () => {
    startSession('abc', person('manager', { username: 'sarah' }), deviceSession());
    const requests = open();
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Musa asks:'));
    expect(requests.map(({ path }) => path)).not.toContain('/api/users/names');
  });
});

describe('a PIN that was used elsewhere', () => {
  const here = (id: number, how: 'pin' | 'password' | 'own_phone', more = {}) =>
    decided('used', { id, decidedHow: how, deviceName: how === 'pin' ? 'Bar tablet' : null, ...more });

  it('is told until it is dismissed', async () => {
    let recent = [here(5, 'pin')];
    open({ [PENDING]: { body: [] }, [RECENT]: () => ({ body: recent }) });
    expect((await screen.findByRole('status')).textContent).toBe(
      `Approved with your PIN on Bar tablet: ${SUMMARY}`,
    );
    await press('Dismiss');
    expect(screen.queryByRole('status')).toBeNull();
    recent = [here(6, 'password'), here(5, 'pin')];
    await news();
    expect((await screen.findByRole('status')).textContent).toBe(`Approved with your password: ${SUMMARY}`);
  });

  it('counts several, and leaves out what was decided on the own phone, by others, or long ago', async () => {
    const old = new Date(Date.now() - 25 * 3_600_000).toISOString();
    open({
      [PENDING]: { body: [] },
      [RECENT]: {
        body: [
          here(12, 'own_phone'),
          here(11, 'pin', { decidedBy: 'joe' }),
          here(10, 'pin', { summary: 'Open the drawer' }),
          here(9, 'pin'),
          here(8, 'pin', { decidedAt: old }),
        ],
      },
    });
    const banner = await screen.findByRole('status');
    expect(banner.textContent).toBe('Approved with your PIN on Bar tablet: Open the drawer and 1 more');
  });
});

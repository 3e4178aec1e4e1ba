/** The drawer's screen: closed, open, cash put in and taken out, and what stands above it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { queryClient } from '../../api/http/query';
import { sessionStore } from '../../api/session';
import type { SessionInfo, Shift } from '../../api/types';
import { DRAWER, MOMO_SEEN, movement, SAFE, SETUP, SHIFT } from '../../test/cash';
import { fakeServer, refusal } from '../../test/fakeServer';
import { choose, type } from '../../test/fields';
import { clearSession, signInAs } from '../../test/people';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import DrawerScreen from './DrawerScreen';

const NIGHT = new Date(2026, 10, 21, 22, 0);
const closed = { ...DRAWER, openShiftId: null };
const PEOPLE = [
  { id: 5, name: 'Fatu' },
  { id: 6, name: 'Musa' },
];
const TIPS = {
  mode: 'person',
  rows: [
    { userId: 5, userName: 'fatu', dueUSD: '2.50', dueLRD: '525.00' },
    { userId: 6, userName: 'musa', dueUSD: '0.00', dueLRD: '1900.00' },
  ],
};
const MANAGER = { 'GET /api/auth/me': { body: { id: 9, role: 'manager' } } };

beforeEach(() => {
  vi.useFakeTimers({ now: NIGHT, toFake: ['Date'] });
  queryClient.clear();
  dismissToast();
  clearSession();
  signInAs('bartender');
  boxStore.set(UNKNOWN_BOX);
});

function open(answers: Parameters<typeof fakeServer>[0] = {}, shift: Partial<Shift> | null = {}) {
  const requests = fakeServer({
    'GET /api/cash/setup': { body: SETUP },
    'GET /api/auth/me': { body: { id: 5, role: 'bartender' } },
    'GET /api/tills': { body: [shift ? DRAWER : closed, SAFE] },
    'GET /api/shifts?status=open': { body: shift ? [{ ...SHIFT, ...shift }] : [] },
    'GET /api/tills/1/movements': { body: [] },
    'GET /api/shifts/7/references': { body: [] },
    'GET /api/shifts/7/references?earlier=true': { body: [] },
    'GET /api/exchange-rate': { body: { rate: 190 } },
    'GET /api/cash/people': { body: PEOPLE },
    'GET /api/tips': { body: TIPS },
    'GET /api/reasons?kind=pay_out': { body: [] },
    'GET /api/reasons?kind=no_sale': { body: [] },
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <DrawerScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const sent = (requests: ReturnType<typeof open>, method = 'POST') =>
  requests.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }));
/** The button of the form that is open, not the one that opened it. */
const submit = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

describe('tips out', () => {
  const names = () =>
    within(screen.getByRole('dialog'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);

  it('are those of the bartender alone on a private phone', async () => {
    open();
    await press('Tip Out');
    await screen.findByRole('option', { name: 'Fatu' });
    expect(names()).toEqual(['Please choose', 'Fatu']);
    choose(screen.getByLabelText('Tips of'), '5');
    expect(screen.queryByLabelText('PIN of this person')).toBeNull();
    expect(await screen.findByText('Due: $2.50 + L$525')).toBeTruthy();
  });

  it('say that nothing is due', async () => {
    open({ 'GET /api/tips': { body: { ...TIPS, rows: [] } } });
    await press('Tip Out');
    await screen.findByRole('option', { name: 'Fatu' });
    expect(screen.queryByText(/^Due/)).toBeNull();
    choose(screen.getByLabelText('Tips of'), '5');
    expect(await screen.findByText('Due: $0.00')).toBeTruthy();
  });

  it('ask for the PIN of a colleague on an enrolled device', async () => {
    const info = { kind: 'device', deviceId: 1, deviceName: 'Bar tablet' } as SessionInfo;
    sessionStore.set({ ...sessionStore.get(), info });
    const requests = open({
      'POST /api/tills/1/movements': { status: 201, body: movement(1, { kind: 'tip_out' }) },
    });
    await press('Tip Out');
    await screen.findByRole('option', { name: 'Musa' });
    choose(screen.getByLabelText('Tips of'), '6');
    type(screen.getByLabelText('Amount USD'), '2');
    await submit('Tip Out');
    expect(await screen.findByText('PIN is required')).toBeTruthy();
    type(screen.getByLabelText('PIN of this person'), '4071');
    // Of a colleague's tips a bartender is told no sum.
    expect(screen.queryByText(/^Due/)).toBeNull();
    expect(requests.some(({ path }) => path === '/api/tips')).toBe(false);
    await submit('Tip Out');
    await waitFor(() =>
      expect(sent(requests)).toEqual([
        {
          path: '/api/tills/1/movements',
          body: { kind: 'tip_out', amountUSD: '2.00', userId: 6, pin: '4071' },
        },
      ]),
    );
  });

  it('need nobody where a manager pays them out', async () => {
    signInAs('manager');
    open(MANAGER);
    await press('Tip Out');
    await screen.findByRole('option', { name: 'Musa' });
    choose(screen.getByLabelText('Tips of'), '6');
    expect(screen.queryByLabelText('PIN of this person')).toBeNull();
    expect(await screen.findByText('Due: L$1,900')).toBeTruthy();
  });
});

describe('a till', () => {
  it('is not there while the bar has none', async () => {
    const requests = open({ 'GET /api/cash/setup': { body: { ...SETUP, mode: 'off' } } });
    await screen.findByText('Tills are switched off');
    expect(requests.map(({ path }) => path)).toEqual(['/api/cash/setup']);
  });

  it('can be loaded again after a failure', async () => {
    let broken = true;
    open({ 'GET /api/tills': () => (broken ? refusal(500, 'internal', 'No') : { body: [DRAWER, SAFE] }) });
    await screen.findByText('The drawer could not be loaded');
    broken = false;
    await press('Try again');
    await screen.findByText('Open since 6:02 PM, Fatu');
  });

  it('opens with what is counted in it', async () => {
    const requests = open({ 'POST /api/shifts': { status: 201, body: SHIFT } }, null);
    await screen.findByText('No shift is open');
    await press('One more $20');
    await press('One more $20');
    fireEvent.click(screen.getByRole('radio', { name: /Liberian dollars/ }));
    type(await screen.findByRole('textbox', { name: 'L$10 coin' }), '3');
    await press('Open Shift');
    await screen.findByText('The shift is open');
    const count = {
      amountUSD: '40.00',
      amountLRD: '30.00',
      pieces: [
        { currency: 'USD', value: '20.00', quantity: 2 },
        { currency: 'LRD', value: '10.00', quantity: 3 },
      ],
    };
    expect(sent(requests)).toEqual([{ path: '/api/shifts', body: { tillId: 1, count } }]);
  });

  it('asks for both totals where no pieces are counted', async () => {
    const requests = open(
      {
        'GET /api/cash/setup': { body: { ...SETUP, countBy: 'totals' } },
        'POST /api/shifts': { status: 201, body: SHIFT },
      },
      null,
    );
    type(await screen.findByLabelText('Amount USD'), '40');
    await press('Open Shift');
    await screen.findByText('Count both currencies');
    type(screen.getByLabelText('Amount LRD'), '3980');
    await press('Open Shift');
    await screen.findByText('The shift is open');
    expect(sent(requests)[0]?.body).toEqual({
      tillId: 1,
      count: { amountUSD: '40.00', amountLRD: '3980.00' },
    });
  });

  it('opens with change from the safe, for a colleague where a manager does it', async () => {
    signInAs('manager');
    const requests = open(
      {
        ...MANAGER,
        'GET /api/cash/setup': { body: { ...SETUP, countBy: 'totals' } },
        'POST /api/shifts': (_, count) =>
          count === 1
            ? refusal(400, 'invalid', 'Change comes from a safe or another drawer', {
                fields: { float: 'Change comes from a safe or another drawer' },
              })
            : { status: 201, body: SHIFT },
      },
      null,
    );
    choose(await screen.findByLabelText('Float from'), '2');
    type(await screen.findByLabelText('Float USD'), '20');
    await screen.findByText('It is part of what you counted.');
    await screen.findByRole('option', { name: 'Musa' });
    choose(screen.getByLabelText('Responsible'), '6');
    type(screen.getByLabelText('Amount USD'), '60');
    type(screen.getByLabelText('Amount LRD'), '4000');
    await press('Open Shift');
    await screen.findByText('Change comes from a safe or another drawer');
    await press('Open Shift');
    await screen.findByText('The shift is open');
    expect(sent(requests)[1]?.body).toEqual({
      tillId: 1,
      count: { amountUSD: '60.00', amountLRD: '4000.00' },
      float: { fromTillId: 2, amountUSD: '20.00' },
      userId: 6,
    });
  });

  it('has no Responsible for bartenders', async () => {
    open({}, null);
    await screen.findByLabelText('Float from');
    expect(screen.queryByLabelText('Responsible')).toBeNull();
  });

  it('is chosen where there are several', async () => {
    const second = { ...closed, id: 3, name: 'Back bar' };
    open({
      'GET /api/cash/setup': { body: { ...SETUP, mode: 'drawers' } },
      'GET /api/tills': { body: [DRAWER, SAFE, second] },
    });
    choose(await screen.findByLabelText('Till'), '3');
    await screen.findByRole('heading', { name: 'Back bar' });
    expect(screen.getByText('No shift is open')).toBeTruthy();
  });
});

describe('cash', () => {
  it('shows what should be there only to who may know', async () => {
    open({}, { expectedUSD: '20.00', expectedLRD: '8360.00' });
    await screen.findByText('Opened with');
    expect(screen.queryByText('$20.00')).toBeNull();
  });

  it('is paid out with a reason', async () => {
    const requests = open({ 'POST /api/tills/1/movements': { status: 201, body: movement(1, {}) } });
    await press('Pay Out');
    await submit('Pay Out');
    await screen.findByText('Please enter an amount');
    type(screen.getByLabelText('Amount LRD'), '750');
    await submit('Pay Out');
    await screen.findByText('Reason is required');
    type(screen.getByLabelText('Reason'), 'Ice');
    await submit('Pay Out');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(requests)).toEqual([
      { path: '/api/tills/1/movements', body: { kind: 'pay_out', amountLRD: '750.00', reason: 'Ice' } },
    ]);
  });

  it('goes to the safe', async () => {
    const requests = open({ 'POST /api/tills/1/movements': { status: 201, body: movement(1, {}) } });
    await press('Drop to Safe');
    type(await screen.findByLabelText('Amount USD'), '20');
    await submit('Drop to Safe');
    await waitFor(() =>
      expect(sent(requests)[0]?.body).toEqual({ kind: 'drop', amountUSD: '20.00', otherTillId: 2 }),
    );
  });

  it('is exchanged, and says what it is worth at the rate', async () => {
    const requests = open({ 'POST /api/tills/1/movements': { status: 201, body: movement(1, {}) } });
    await press('Exchange');
    type(await screen.findByLabelText('Dollars out, $'), '20');
    const inn = screen.getByLabelText('Liberian dollars in, L$');
    type(inn, '3800');
    await screen.findByText('At 190: even');
    type(inn, '3700');
    await screen.findByText('L$100 under the rate');
    fireEvent.click(screen.getByRole('radio', { name: 'Dollars in' }));
    expect(screen.getByText('L$100 under the rate')).toBeTruthy();
    type(screen.getByLabelText('Liberian dollars out, L$'), '3850');
    await screen.findByText('L$50 over the rate');
    type(screen.getByLabelText('Liberian dollars out, L$'), '3700');
    fireEvent.click(screen.getByRole('radio', { name: 'Dollars out' }));
    await submit('Exchange');
    await waitFor(() =>
      expect(sent(requests)[0]?.body).toEqual({
        kind: 'exchange',
        gives: 'USD',
        amountUSD: '20.00',
        amountLRD: '3700.00',
      }),
    );
  });

  it('opens the drawer of this till with a reason', async () => {
    const requests = open({ 'POST /api/drawer': { status: 202, body: {} } });
    await press('Open Drawer');
    type(await screen.findByLabelText('Reason'), 'Change');
    await submit('Open Drawer');
    await screen.findByText('The drawer opens');
    expect(sent(requests)).toEqual([{ path: '/api/drawer', body: { reason: 'Change', tillId: 1 } }]);
  });

  it('is listed, and a manager corrects it', async () => {
    signInAs('manager');
    const requests = open({
      'GET /api/auth/me': { body: { id: 9, role: 'manager' } },
      'GET /api/tills/2/movements': { body: [] },
      'GET /api/tills/1/movements': {
        body: [
          movement(12, {
            kind: 'exchange',
            amountUSD: '-20.00',
            amountLRD: '3700.00',
            rateGainLRD: '-100.00',
          }),
          movement(14, {
            kind: 'exchange',
            amountUSD: '20.00',
            amountLRD: '-3750.00',
            rateGainLRD: '50.00',
          }),
          movement(11, { amountLRD: '-750.00', reason: 'Ice' }),
          movement(10, { kind: 'no_sale', reason: 'Change' }),
          movement(4, { shiftId: 3, amountLRD: '-20.00' }),
        ],
      },
      'POST /api/movements/11/correct': { status: 201, body: movement(13, { kind: 'correction' }) },
    });
    await screen.findByText('8:15 PM · Fatu · Ice');
    const rows = within(screen.getByRole('region', { name: 'Movements' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Exchange8:15 PM · Fatu · L$100 under the rate−$20.00+L$3,700Correct',
      'Exchange8:15 PM · Fatu · L$50 under the rate+$20.00−L$3,750Correct',
      'Pay Out8:15 PM · Fatu · Ice−L$750Correct',
      'Open Drawer8:15 PM · Fatu · Change',
    ]);
    await press('Correct: Pay Out 8:15 PM');
    await submit('Correct');
    await screen.findByText('Reason is required');
    type(screen.getByLabelText('Reason'), 'Was L$700');
    await submit('Correct');
    await screen.findByText('Corrected');
    expect(sent(requests)).toEqual([{ path: '/api/movements/11/correct', body: { reason: 'Was L$700' } }]);
  });

  it('has no movements at first, and no Correct for bartenders', async () => {
    open();
    await screen.findByText('No movements yet');
    expect(screen.queryByRole('button', { name: /Correct/ })).toBeNull();
  });

  it('ticks mobile money that was seen, and says so if that was not stored', async () => {
    const requests = open({
      'GET /api/shifts/7/references': { body: [MOMO_SEEN] },
      'PUT /api/payments/31/tenders/1/tick': (_, count) =>
        count === 1 ? refusal(403, 'forbidden', 'Not yours') : { body: { ...MOMO_SEEN, ticked: true } },
    });
    await screen.findByText('MTN MoMo · L$380');
    const box = screen.getByRole('checkbox', { name: 'Seen on our phone' }) as HTMLInputElement;
    fireEvent.click(box);
    await screen.findByText('Not yours');
    await screen.findByText('0 of 1 seen');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Seen on our phone' }));
    await waitFor(() => expect(sent(requests, 'PUT')).toHaveLength(2));
    expect(sent(requests, 'PUT')[1]).toEqual({
      path: '/api/payments/31/tenders/1/tick',
      body: { ticked: true },
    });
  });

  it('shows mobile money that the shift before did not see, and takes a slip back', async () => {
    const before = { ...MOMO_SEEN, paymentId: 12, index: 0, amount: '950.00', userName: 'Musa' };
    let seen = false;
    const requests = open({
      'GET /api/shifts/7/references': { body: [MOMO_SEEN] },
      'GET /api/shifts/7/references?earlier=true': () => ({ body: seen ? [] : [before] }),
      'PUT /api/payments/12/tenders/0/tick': ({ body }) => {
        seen = (body as { ticked: boolean }).ticked;
        return { body: { ...before, ticked: seen } };
      },
    });
    await screen.findByText('1 not seen');
    fireEvent.click(screen.getByText('Of earlier shifts'));
    expect(screen.getByText('Sat 8:31 PM · Musa · 884213A')).toBeTruthy();
    const box = () => screen.getAllByRole('checkbox', { name: 'Seen on our phone' })[1] as HTMLInputElement;
    fireEvent.click(box());
    await screen.findByText('all seen');
    await waitFor(() => expect(requests.filter(({ path }) => path.endsWith('earlier=true'))).toHaveLength(2));
    expect([box().checked, screen.getByText('MTN MoMo · L$950') !== null]).toEqual([true, true]);
    await waitFor(() => expect(box().disabled).toBe(false));
    fireEvent.click(box());
    await screen.findByText('1 not seen');
    expect(sent(requests, 'PUT').map(({ body }) => body)).toEqual([{ ticked: true }, { ticked: false }]);
  });
});

describe('above the till stands', () => {
  it('that it was taken over, to confirm or count again', async () => {
    const requests = open(
      { 'POST /api/shifts/7/confirm': { body: SHIFT } },
      { confirmed: false, opening: { ...SHIFT.opening, amountUSD: '10.00', amountLRD: '4260.00' } },
    );
    await screen.findByText('You took over Drawer: $10.00 + L$4,260.');
    await press('Count again');
    fireEvent.click(await screen.findByRole('button', { name: 'One more $5' }));
    await submit('Submit Count');
    await waitFor(() => expect(sent(requests)).toHaveLength(1));
    await press('Confirm');
    await waitFor(() => expect(sent(requests)).toHaveLength(2));
    expect(sent(requests)[1]).toEqual({ path: '/api/shifts/7/confirm', body: {} });
    expect(sent(requests)[0]?.body).toMatchObject({ count: { amountUSD: '5.00', amountLRD: '0.00' } });
  });

  it('nothing of it to anybody else', async () => {
    open({}, { confirmed: false, responsibleId: 6 });
    await screen.findByText('Open since 6:02 PM, Fatu');
    expect(screen.queryByText(/You took over/)).toBeNull();
  });

  it('who is counting, and that it has been open for long', async () => {
    vi.setSystemTime(new Date(2026, 10, 22, 15, 0));
    open({}, { state: 'counting', countingBy: 'Fatu' });
    await screen.findByText('Fatu is counting Drawer. Selling goes on.');
    expect(screen.getByText('Drawer has been open since Sat 6:02 PM.')).toBeTruthy();
  });

  it('nothing of its hours where the bar lets shifts be longer', async () => {
    vi.setSystemTime(new Date(2026, 10, 22, 15, 0));
    open(
      { 'GET /api/cash/setup': { body: { ...SETUP, longShiftHours: 22 } } },
      { state: 'counting', countingBy: 'Fatu' },
    );
    await screen.findByText('Fatu is counting Drawer. Selling goes on.');
    expect(screen.queryByText(/has been open since/)).toBeNull();
  });

  it('a transfer that waits, which is counted and accepted', async () => {
    const purse = { ...DRAWER, id: 4, name: 'Musa', kind: 'purse' as const, shared: false, userId: 6 };
    const offered = movement(21, {
      tillId: 4,
      kind: 'transfer',
      status: 'offered',
      otherTillId: 1,
      userName: 'Musa',
      amountUSD: '-66.00',
    });
    const requests = open({
      'GET /api/cash/setup': { body: { ...SETUP, mode: 'purses' } },
      'GET /api/tills': { body: [DRAWER, SAFE, { ...purse, openShiftId: null }] },
      'GET /api/tills/4/movements': { body: [offered] },
      'POST /api/movements/21/accept': { status: 201, body: movement(22, { kind: 'transfer' }) },
    });
    await screen.findByText('Transfer from Musa: count and accept it.');
    await press('Accept');
    type(await screen.findByLabelText('Amount USD'), '66');
    await submit('Accept');
    await screen.findByText('Transfer accepted');
    expect(sent(requests)).toEqual([{ path: '/api/movements/21/accept', body: { amountUSD: '66.00' } }]);
  });
});

describe('a safe', () => {
  const safe = { ...SAFE, cashUSD: '300.00', cashLRD: '12000.00' };
  const drop = movement(30, { tillId: 2, shiftId: null, kind: 'drop', amountUSD: '20.00', otherTillId: 1 });
  const answers = {
    ...MANAGER,
    'GET /api/tills': { body: [DRAWER, safe] },
    'GET /api/tills/2/movements': { body: [drop] },
  };
  async function chooseSafe() {
    choose(await screen.findByLabelText('Till'), '2');
    await screen.findByRole('heading', { name: 'Safe', level: 1 });
  }

  it('is not offered to bartenders', async () => {
    open();
    await screen.findByText('Open since 6:02 PM, Fatu');
    expect(screen.queryByLabelText('Till')).toBeNull();
  });

  it('shows what it holds, and gives to the bank', async () => {
    signInAs('manager');
    const requests = open({
      ...answers,
      'POST /api/tills/2/movements': { status: 201, body: movement(31, {}) },
    });
    await chooseSafe();
    expect(screen.getByText('$300.00')).toBeTruthy();
    expect(await screen.findByText('+$20.00')).toBeTruthy();
    await press('To the bank');
    type(await screen.findByLabelText('Amount USD'), '200');
    await submit('To the bank');
    await waitFor(() => expect(sent(requests)).toHaveLength(1));
    expect(sent(requests)).toEqual([
      { path: '/api/tills/2/movements', body: { kind: 'bank', amountUSD: '200.00' } },
    ]);
  });

  it('is counted, and says what it is off', async () => {
    signInAs('manager');
    const found = movement(31, { tillId: 2, kind: 'count', amountUSD: '-10.00' });
    const requests = open({
      ...answers,
      'GET /api/cash/setup': { body: { ...SETUP, countBy: 'totals' } },
      'POST /api/tills/2/count': { status: 201, body: found },
    });
    await chooseSafe();
    await press('Count Safe');
    type(await screen.findByLabelText('Amount USD'), '290');
    type(screen.getByLabelText('Amount LRD'), '12000');
    await submit('Submit Count');
    await screen.findByText('Short $10.00');
    expect(sent(requests)[0]?.body).toEqual({ count: { amountUSD: '290.00', amountLRD: '12000.00' } });
  });
});

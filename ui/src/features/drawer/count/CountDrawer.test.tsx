/** Counting a till: what is sent, cash that comes in meanwhile, a second count, and a reload. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../api/http/query';
import type { CountResult, Shift } from '../../../api/types';
import { DRAWER, SAFE, SETUP, SHIFT } from '../../../test/cash';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { clearSession, signInAs } from '../../../test/people';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import DrawerScreen from '../DrawerScreen';

const CLOSED: Shift = {
  ...SHIFT,
  state: 'closed',
  closedAt: new Date(2026, 10, 22, 1, 47).toISOString(),
  closedBy: 'Fatu',
  zNumber: 'Z-000012',
};
const done = (more: Partial<Shift> = {}): CountResult => ({
  shift: { ...CLOSED, ...more },
  recount: false,
  zNumber: 'Z-000012',
});
const COUNT = 'POST /api/shifts/7/count';
const NAMES = [
  { id: 5, name: 'Fatu' },
  { id: 6, name: 'Musa' },
];

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  clearSession();
  signInAs('manager');
});

function open(answers: Parameters<typeof fakeServer>[0] = {}, role = 'manager') {
  const requests = fakeServer({
    'GET /api/cash/setup': { body: SETUP },
    'GET /api/auth/me': { body: { id: 5, role } },
    'GET /api/tills': { body: [DRAWER, SAFE] },
    'GET /api/cash/people': { body: NAMES },
    'GET /api/shifts?status=open': { body: [SHIFT] },
    'GET /api/shifts/7': { body: SHIFT },
    'GET /api/tills/1/movements': { body: [] },
    'GET /api/tills/2/movements': { body: [] },
    'GET /api/shifts/7/references': { body: [] },
    'POST /api/shifts/7/counting': { body: { ...SHIFT, state: 'counting' } },
    'DELETE /api/shifts/7/counting': { body: SHIFT },
    [COUNT]: { body: done() },
    ...answers,
  });
  show();
  return requests;
}
function show() {
  render(
    <QueryClientProvider client={queryClient}>
      <DrawerScreen />
      <Toaster />
    </QueryClientProvider>,
  );
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const counts = (requests: ReturnType<typeof open>) =>
  requests
    .filter(({ path, method }) => method === 'POST' && path === '/api/shifts/7/count')
    .map(({ body }) => body);

async function countTen() {
  await press('Count and Close');
  await press('One more $10');
}

it('closes with what was counted, what stays and who takes over', async () => {
  const requests = open({
    [COUNT]: {
      body: done({
        overShortUSD: '-10.00',
        overShortLRD: '1900.00',
        expectedUSD: '20.00',
        expectedLRD: '8360.00',
      }),
    },
  });
  await countTen();
  fireEvent.click(screen.getByRole('radio', { name: /Liberian dollars/ }));
  type(await screen.findByRole('textbox', { name: 'L$1,000' }), '10');
  await press('Bad notes');
  type(screen.getByLabelText('Torn'), '50');
  type(screen.getByLabelText('Leave in drawer LRD'), '4260');
  choose(await screen.findByLabelText('Hand over to'), '6');
  await screen.findByText('Musa confirms $10.00 + L$4,260 on their own sign-in.');
  await press('Submit Count');
  await screen.findByRole('heading', { name: 'Z-000012' });
  expect(screen.getByText('Short $10.00')).toBeTruthy();
  expect(screen.getByText('Over L$1,900')).toBeTruthy();
  expect(screen.getByText('should be L$8,360')).toBeTruthy();
  expect(counts(requests)).toEqual([
    {
      count: {
        amountUSD: '10.00',
        amountLRD: '10000.00',
        pieces: [
          { currency: 'USD', value: '10.00', quantity: 1 },
          { currency: 'LRD', value: '1000.00', quantity: 10 },
        ],
        bad: [{ currency: 'LRD', reason: 'torn', amount: '50.00' }],
      },
      leaveLRD: '4260.00',
      handTo: 6,
    },
  ]);
});

it('says Exact when nothing is short or over', async () => {
  open({ [COUNT]: { body: done({ overShortUSD: '0.00', overShortLRD: '0.00' }) } });
  await countTen();
  await press('Submit Count');
  await screen.findByText('Exact');
});

it('tells who counts blind only that it is stored', async () => {
  signInAs('bartender');
  open({}, 'bartender');
  await countTen();
  await press('Submit Count');
  await screen.findByRole('heading', { name: 'Counted, thank you' });
  expect(screen.queryByText('Z-000012')).toBeNull();
});

const PRINTED = { status: 202, body: { id: 41 } };
const printed = (requests: ReturnType<typeof open>) =>
  requests.filter(({ path }) => path.endsWith('/print')).map(({ path }) => path);

it('prints the Z and the slip after the count, and leads to the Z', async () => {
  const requests = open({
    'GET /api/printers': { body: [{ id: 1 }] },
    'POST /api/z/Z-000012/print': PRINTED,
    'POST /api/shifts/7/count/print': (_, count) =>
      count === 1 ? refusal(409, 'conflict', 'There is no printer') : PRINTED,
  });
  await countTen();
  await press('Submit Count');
  const link = await screen.findByRole('link', { name: 'Show Z-000012' });
  expect(link.getAttribute('href')).toBe('/shifts/Z-000012');
  await press('Print');
  await screen.findByText('It is printing');
  await press('Print count slip');
  await screen.findByText('There is no printer');
  await press('Print count slip');
  await waitFor(() => expect(printed(requests)).toHaveLength(3));
  expect(printed(requests)).toEqual([
    '/api/z/Z-000012/print',
    '/api/shifts/7/count/print',
    '/api/shifts/7/count/print',
  ]);
});

it('prints only the slip for who counts blind, and nothing without a printer', async () => {
  signInAs('bartender');
  open({ 'GET /api/printers': { body: [{ id: 1 }] } }, 'bartender');
  await countTen();
  await press('Submit Count');
  await screen.findByRole('button', { name: 'Print count slip' });
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  expect(screen.queryByRole('link', { name: /Z-000012/ })).toBeNull();
  cleanup();
  queryClient.clear();
  open({ 'GET /api/printers': { body: [] } }, 'bartender');
  await countTen();
  await press('Submit Count');
  await screen.findByText('Counted, thank you');
  expect(screen.queryByRole('button', { name: 'Print count slip' })).toBeNull();
});

it('does not leave more than was counted', async () => {
  const requests = open();
  await countTen();
  type(screen.getByLabelText('Leave in drawer USD'), '11');
  await press('Submit Count');
  await screen.findByText('More than was counted');
  expect(counts(requests)).toEqual([]);
});

it.each(['Hand Over', 'Count and Close'])('%s begins at the top, with the notes', async (name) => {
  open();
  await screen.findByRole('button', { name });
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const jumped = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  await press(name);
  await screen.findByRole('textbox', { name: '$10' });
  expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  expect(jumped).not.toHaveBeenCalled();
});

it('needs a person to hand over to', async () => {
  const requests = open();
  await press('Hand Over');
  await press('Submit Count');
  await screen.findByText('Please choose who takes over');
  expect(counts(requests)).toEqual([]);
});

it('asks whether cash that came in meanwhile is counted', async () => {
  const requests = open({ 'GET /api/shifts/7': { body: { ...SHIFT, cashSince: 2 } } });
  await countTen();
  await press('Submit Count');
  await screen.findByText('2 cash payments came in since you began. Are they in your count?');
  await press('No, count again');
  // Counting begins anew, and what is typed stays.
  await waitFor(() =>
    expect(
      requests.filter(({ path }) => path === '/api/shifts/7/counting').map(({ method }) => method),
    ).toEqual(['POST', 'DELETE', 'POST']),
  );
  expect(counts(requests)).toEqual([]);
  expect((screen.getByRole('textbox', { name: '$10' }) as HTMLInputElement).value).toBe('1');
  await press('Submit Count');
  await press('Yes, submit');
  await screen.findByRole('heading', { name: 'Z-000012' });
  expect(counts(requests)).toHaveLength(1);
});

it('asks for a second count, which begins at nothing', async () => {
  const requests = open({
    [COUNT]: (_, times) =>
      times === 1 ? { body: { shift: SHIFT, recount: true, zNumber: null } } : { body: done() },
  });
  await countTen();
  await press('Submit Count');
  await screen.findByText('Please count once more');
  expect(screen.getByText('The first count stays on record.')).toBeTruthy();
  expect((screen.getByRole('textbox', { name: '$10' }) as HTMLInputElement).value).toBe('');
  await press('Submit Count');
  await screen.findByRole('heading', { name: 'Z-000012' });
  expect(counts(requests)).toHaveLength(2);
});

it('goes on after a reload', async () => {
  open();
  await countTen();
  cleanup();
  queryClient.clear();
  show();
  await screen.findByRole('heading', { name: 'Count Drawer' });
  expect((screen.getByRole('textbox', { name: '$10' }) as HTMLInputElement).value).toBe('1');
});

it('stops, and forgets what was typed', async () => {
  const requests = open();
  await countTen();
  await press('Stop counting');
  await press('Count and Close');
  await screen.findByRole('heading', { name: 'Count Drawer' });
  expect((screen.getByRole('textbox', { name: '$10' }) as HTMLInputElement).value).toBe('');
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(true);
});

it('says that another phone has closed it', async () => {
  open({ [COUNT]: refusal(409, 'shift_closed', 'This shift is closed: Z-000012', { zNumber: 'Z-000012' }) });
  await countTen();
  await press('Submit Count');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('This shift is closed: Z-000012'),
  );
});

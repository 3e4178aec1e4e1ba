/** The list of receipts and its search. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/http/query';
import { openReceiptStore } from '../../api/openReceipt';
import type { Receipt } from '../../api/types';
import { fakeServer, refusal } from '../../test/fakeServer';
import { type } from '../../test/fields';
import { CASH_SETUP } from '../../test/methods';
import { signInAs } from '../../test/people';
import { receipt } from '../../test/receipts';
import ReceiptsScreen from './ReceiptsScreen';
import { PAGE } from './useReceipts';

const ANALYTICS = { body: { heatMap: [{ date: '2026-11-21', hours: [] }] } };
const SOME = [
  receipt(3, { customerName: 'James Cooper', customerPhone: '0770551240', paymentMethod: 'card' }),
  receipt(2),
  receipt(1, { receiptNumber: 'R-20261120-0001' }),
];

function open(receipts: Receipt[], more: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    'GET /api/receipts': { body: receipts },
    'GET /api/sales/analytics': ANALYTICS,
    ...more,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <ReceiptsScreen />
    </QueryClientProvider>,
  );
  return requests;
}

const figure = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).closest('dl')?.querySelector('dd')?.textContent;

beforeEach(() => {
  queryClient.clear();
  openReceiptStore.set(null);
  sessionStorage.clear();
  signInAs('bartender');
});

it('shows the figures and every receipt', async () => {
  open(SOME);
  await waitFor(() => expect(figure('Total receipts')).toBe('3'));
  expect(figure('Total USD value')).toBe('$42.00');
  expect(figure("Today's receipts")).toBe('2');
  expect(figure('Payment methods')).toBe('2');
  expect(screen.getAllByText(/Walk-in Customer/)).toHaveLength(2);
  expect(screen.getByText(/James Cooper · Credit\/Debit Card/)).toBeTruthy();
});

it('shows the figures of the receipts that a filter leaves', async () => {
  open(SOME, { 'GET /api/receipts?from=2026-11-21&to=2026-11-21': { body: SOME.slice(0, 2) } });
  await waitFor(() => expect(figure('Total USD value')).toBe('$42.00'));
  fireEvent.click(await screen.findByRole('button', { name: 'Today' }));
  await waitFor(() => expect(figure('Total USD value')).toBe('$28.00'));
  expect(figure('Total receipts')).toBe('2');
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(figure('Total USD value')).toBe('$42.00'));
});

it('shows a method that the bar has added by its name', async () => {
  open([receipt(1, { paymentMethod: 'mtn_momo' })], { 'GET /api/cash/setup': { body: CASH_SETUP } });
  expect(await screen.findByText('Walk-in Customer · MTN MoMo')).toBeTruthy();
});

it('opens a receipt', async () => {
  open(SOME);
  const [first] = await screen.findAllByRole('button', { name: 'View' });
  fireEvent.click(first as HTMLElement);
  expect(openReceiptStore.get()).toBe('R-20261121-0003');
});

it('searches by number, name and phone', async () => {
  open(SOME, { 'GET /api/receipts?q=no+such+name': { body: [] } });
  const search = await screen.findByRole('searchbox', { name: 'Search receipts' });
  for (const text of ['0003', 'cooper', '077055']) {
    type(search, text);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'View' })).toHaveLength(1));
  }
  type(search, 'no such name');
  expect(await screen.findByText('No receipts found')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all receipts' }));
  expect(await screen.findAllByRole('button', { name: 'View' })).toHaveLength(3);
});

it('counts older receipts too', async () => {
  const newest = Array.from({ length: PAGE }, (_, index) => receipt(1000 - index));
  const older = `/api/receipts?limit=1000&before=${1001 - PAGE}`;
  open(newest, { [`GET ${older}`]: { body: SOME } });
  await waitFor(() => expect(figure('Total receipts')).toBe(String(PAGE + 3)));
});

it('searches older receipts on the server', async () => {
  const newest = Array.from({ length: PAGE }, (_, index) => receipt(1000 - index));
  open(newest, {
    [`GET /api/receipts?limit=1000&before=${1001 - PAGE}`]: refusal(500, 'internal', 'No'),
    'GET /api/receipts?q=cooper': { body: [SOME[0]] },
  });
  await waitFor(() => expect(figure('Total receipts')).toBe(`${PAGE}+`));
  type(screen.getByRole('searchbox'), 'cooper');
  expect(await screen.findByText(/James Cooper/)).toBeTruthy();
});

describe('a search through older receipts', () => {
  const newest = Array.from({ length: PAGE }, (_, index) => receipt(1000 - index));
  const pageBefore = (id: number) => `/api/receipts?q=cooper&before=${id}`;
  const link = (id: number) => ({ headers: { Link: `<${pageBefore(id)}>; rel="next"` } });
  const search = async (answers: Parameters<typeof fakeServer>[0]) => {
    open(newest, {
      [`GET /api/receipts?limit=1000&before=${1001 - PAGE}`]: refusal(500, 'internal', 'No'),
      ...answers,
    });
    await waitFor(() => expect(figure('Total receipts')).toBe(`${PAGE}+`));
    type(screen.getByRole('searchbox'), 'cooper');
  };

  it('reads page after page until something is found', async () => {
    const none = vi.fn();
    await search({
      'GET /api/receipts?q=cooper': { body: [], ...link(700) },
      [`GET ${pageBefore(700)}`]: () => {
        none(screen.queryByText('No receipts found'));
        return { body: [], ...link(400) };
      },
      [`GET ${pageBefore(400)}`]: { body: [SOME[0]] },
    });
    expect(await screen.findByText('Searching older receipts…')).toBeTruthy();
    expect(await screen.findByText(/James Cooper/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Searching older receipts…')).toBeNull());
    expect(none.mock.calls).toEqual([[null]]);
  });

  it('says that nothing was found only after the last page', async () => {
    await search({
      'GET /api/receipts?q=cooper': { body: [], ...link(700) },
      [`GET ${pageBefore(700)}`]: { body: [] },
    });
    expect(await screen.findByText('No receipts found')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Search older receipts' })).toBeNull();
  });

  it('stops on Stop, and goes on on request', async () => {
    let answer = (_: Awaited<ReturnType<typeof refusal>>) => {};
    const waiting = new Promise<ReturnType<typeof refusal>>((resolve) => {
      answer = resolve;
    });
    await search({
      'GET /api/receipts?q=cooper': { body: [], ...link(700) },
      [`GET ${pageBefore(700)}`]: (_, count) => (count === 1 ? waiting : { body: [SOME[0]] }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    answer({ body: [], ...link(400) });
    const older = await screen.findByRole('button', { name: 'Search older receipts' });
    expect(screen.queryByText('No receipts found')).toBeNull();
    fireEvent.click(older);
    expect(await screen.findByText(/James Cooper/)).toBeTruthy();
  });

  it('can be continued after a failure', async () => {
    await search({
      'GET /api/receipts?q=cooper': { body: [], ...link(700) },
      [`GET ${pageBefore(700)}`]: (_, count) =>
        count === 1 ? refusal(500, 'internal', 'No') : { body: [SOME[0]] },
    });
    expect(await screen.findByText('The older receipts could not be searched')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Search older receipts' }));
    expect(await screen.findByText(/James Cooper/)).toBeTruthy();
  });
});

it('finds by what the list on the phone does not hold', async () => {
  open(SOME, { 'GET /api/receipts?q=rice': { body: [receipt(1, { receiptNumber: 'R-20261120-0001' })] } });
  type(await screen.findByRole('searchbox'), 'rice');
  expect(await screen.findByText('R-20261120-0001')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'View' })).toHaveLength(1);
});

it('filters on the server, and clears the filters', async () => {
  const two = [receipt(1, { receiptNumber: 'R-20261119-0001' })];
  open(SOME, {
    'GET /api/receipts?from=2026-11-19&to=2026-11-19': { body: two },
    'GET /api/receipts?from=2026-11-19&to=2026-11-19&amount=4.00': { body: [] },
  });
  fireEvent.click(await screen.findByRole('button', { name: '2 days ago' }));
  expect(await screen.findByText('R-20261119-0001')).toBeTruthy();
  expect(screen.queryByText('R-20261121-0002')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Filter/ }));
  type(screen.getByLabelText('Amount'), 'four');
  expect(await screen.findByText('Enter an amount such as 4.00 or L$760')).toBeTruthy();
  expect(screen.queryByText('No receipts found')).toBeNull();
  type(screen.getByLabelText('Amount'), '4.00');
  expect(await screen.findByText('No receipts found')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findAllByRole('button', { name: 'View' })).toHaveLength(3);
});

it('marks voided receipts', async () => {
  open([receipt(3, { voided: 'all' }), receipt(2, { voided: 'part' }), receipt(1)]);
  expect(await screen.findByText('Voided', { selector: '.badge' })).toBeTruthy();
  expect(screen.getByText('Partly voided', { selector: '.badge' })).toBeTruthy();
  expect(document.querySelectorAll('li .badge')).toHaveLength(2);
});

it('says that there are no receipts', async () => {
  open([]);
  expect(await screen.findByText('No receipts yet')).toBeTruthy();
});

it('can be loaded again after a failure', async () => {
  let broken = true;
  open([], {
    'GET /api/receipts': () => (broken ? refusal(500, 'internal', 'No') : { body: SOME }),
  });
  await screen.findByText('Failed to fetch receipts');
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('button', { name: 'View' })).toHaveLength(3);
});

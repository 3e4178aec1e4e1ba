/** Split Bill: by item, by guest, in equal shares, and the bills afterwards. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { cacheQuery, queryClient } from '../../../api/http/query';
import type { Order } from '../../../api/types';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { choose, type as typeInto } from '../../../test/fields';
import { CASH_SETUP } from '../../../test/methods';
import { order } from '../../../test/orders';
import { Toaster } from '../../../ui/feedback/Toaster';
import { orderAt } from '../moving/calls';
import { opened, press, resetTables, sent } from '../test/tableService';
import { sharesAt } from './calls';
import SplitScreen from './SplitScreen';

beforeEach(() => {
  resetTables();
  history.replaceState(null, '', '/split/1');
});

const button = (name: string) => screen.getByRole('button', { name });
const tap = (...names: string[]) => {
  for (const name of names) press(name);
};

async function open(answers: Parameters<typeof fakeServer>[0] = {}, shown: Order = order(1)) {
  const requests = fakeServer({
    'GET /api/orders/1': { body: shown },
    'GET /api/exchange-rate': { body: { rate: 190, updatedAt: '2026-11-21T10:00:00Z' } },
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SplitScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  return requests;
}
const ready = () => screen.findByRole('radio', { name: 'By Item' });

const BILLS = [
  order(1, { splitGroup: 1, splitIndex: 1, splitCount: 2 }),
  order(2, { splitGroup: 1, splitIndex: 2, splitCount: 2, splitFrom: 1, customerName: 'James Cooper/2' }),
];
const SPLIT = { status: 201, body: { order: BILLS[0], created: [BILLS[1]] } };
const GROUP = { 'GET /api/orders?splitGroup=1': { body: BILLS } };
/** The order as it is, and after the split. */
const THEN_SPLIT = {
  ...GROUP,
  'GET /api/orders/1': (_: unknown, count: number) => ({ body: count === 1 ? order(1) : BILLS[0] }),
  'POST /api/orders/1/split': SPLIT,
};

describe('by item', () => {
  it('moves what is tapped to the chosen bill, and splits', async () => {
    const requests = await open(THEN_SPLIT);
    await ready();
    expect(button('Tap items for bill 2')).toHaveProperty('disabled', true);
    tap('One Club Beer to bill 2', 'One Club Beer to bill 2', 'One less Club Beer', 'Add Bill');
    expect(screen.getByRole('img', { name: 'On bills 1, 1, 1, 2' })).toBeTruthy();
    tap('One Club Beer to bill 3', 'All Club Beer');
    expect(button('Tap items for bill 2')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: /^Bill 2/ }));
    tap('One Club Beer to bill 2');
    expect(screen.getByRole('radio', { name: /^Bill 2/ }).parentElement?.textContent).toContain('$0.50');
    tap('Split into 3 Bills');
    expect(await screen.findByRole('heading', { name: '2 bills' })).toBeTruthy();
    expect(sent(requests, 'POST', '/api/orders/1/split')[0]?.body).toEqual({
      bills: [{ items: [{ itemId: 1, quantity: 1, of: 4 }] }, { items: [{ itemId: 1, quantity: 3, of: 4 }] }],
    });
  });

  it('keeps the choices that still fit when another phone was faster', async () => {
    const [beer, soup] = order(1).items as [Order['items'][number], Order['items'][number]];
    const fresh = order(1, { items: [{ ...beer, quantity: 5 }, soup] });
    await open({
      'GET /api/orders/1': (_, count) => ({ body: count === 1 ? order(1) : fresh }),
      'POST /api/orders/1/split': refusal(409, 'order_changed', 'Changed', { order: fresh, target: null }),
    });
    await ready();
    tap('One Club Beer to bill 2', 'One Pepper soup to bill 2');
    tap('One less Pepper soup', 'Split into 2 Bills');
    expect(await screen.findByText('This order has changed. Check it and try again.')).toBeTruthy();
    expect(await screen.findByRole('img', { name: 'On bills 1, 1, 1, 1, 2' })).toBeTruthy();
  });

  it('says that it failed, and why', async () => {
    await open({ 'POST /api/orders/1/split': refusal(409, 'conflict', 'More is paid than the rest') });
    await ready();
    tap('One Club Beer to bill 2', 'Split into 2 Bills');
    expect(await screen.findByText('The bill could not be split')).toBeTruthy();
    expect(screen.getByText('More is paid than the rest')).toBeTruthy();
  });
});

describe('by guest', () => {
  it('stores the guests, and splits', async () => {
    const requests = await open({
      ...THEN_SPLIT,
      'PATCH /api/orders/1/items': { body: order(1) },
    });
    fireEvent.click(await screen.findByRole('radio', { name: 'By Guest' }));
    expect(await screen.findByRole('button', { name: 'Split by Guest' })).toHaveProperty('disabled', true);
    expect(screen.getByText('Nothing to split')).toBeTruthy();
    choose(screen.getByLabelText('Guest, Club Beer'), 'A');
    choose(screen.getByLabelText('Guest, Pepper soup'), ' other');
    typeInto(screen.getByLabelText('Name, Pepper soup'), ' Ama ');
    expect(screen.getByText('James Cooper - A')).toBeTruthy();
    expect(screen.getByText('James Cooper - Ama')).toBeTruthy();
    tap('Split by Guest');
    await screen.findByRole('heading', { name: '2 bills' });
    expect(sent(requests, 'PATCH', '/api/orders/1/items')[0]?.body).toEqual({
      items: [
        { itemId: 1, guest: 'A' },
        { itemId: 5, guest: 'Ama' },
      ],
    });
    expect(sent(requests, 'POST', '/api/orders/1/split')[0]?.body).toEqual({ by: 'guest' });
  });
});

describe('the bills afterwards', () => {
  it('are paid one by one', async () => {
    history.replaceState(null, '', '/split/1?bills');
    await open(GROUP, BILLS[0]);
    const second = within(await screen.findByRole('article', { name: 'Bill 2 of 2' }));
    press('Payment', second);
    const dialog = await opened('Process Payment');
    expect(dialog.getByText('Table 4 · James Cooper/2')).toBeTruthy();
  });

  it('are put together again while none has money', async () => {
    history.replaceState(null, '', '/split/1?bills');
    const requests = await open({ ...GROUP, 'POST /api/orders/1/merge': { body: order(1) } }, BILLS[0]);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo Split' }));
    await screen.findByText('Orders merged');
    expect(sent(requests, 'POST', '/api/orders/1/merge')[0]?.body).toEqual({ from: [2] });
    await ready();
  });

  it('stay apart once one has money', async () => {
    history.replaceState(null, '', '/split/1?bills');
    const paid = [BILLS[0], order(2, { ...BILLS[1], paymentStatus: 'paid', receiptNumber: 'R-1' })];
    await open({ 'GET /api/orders?splitGroup=1': { body: paid } }, BILLS[0]);
    const second = within(await screen.findByRole('article', { name: 'Bill 2 of 2' }));
    expect(second.getByRole('button', { name: 'Receipt' })).toBeTruthy();
    expect(second.queryByRole('button', { name: 'Payment' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo Split' })).toBeNull();
  });
});

describe('equal shares', () => {
  const option = (payIn: string, amountUSD: string, amountLRD: string) => ({ payIn, amountUSD, amountLRD });
  const shares = (of: number, paid = 0) => ({
    of,
    paid,
    left: of - paid,
    remainingUSD: '15.00',
    remainingLRD: '2850.00',
    next: {
      part: paid + 1,
      options: [
        option('LRD', '0.00', '715.00'),
        option('split', '3.00', '145.00'),
        option('USD', '3.75', '0.00'),
      ],
    },
    amountsLRD: ['715.00', '715.00', '710.00', '710.00'].slice(paid, of),
  });
  const SHARES = {
    'GET /api/orders/1/shares?of=2': { body: shares(2) },
    'GET /api/orders/1/shares?of=3': { body: shares(3) },
    'GET /api/orders/1/shares?of=4': { body: shares(4) },
  };
  const openShares = async (answers: Parameters<typeof fakeServer>[0] = {}, shown?: Order) => {
    const requests = await open({ ...SHARES, ...answers }, shown);
    fireEvent.click(await screen.findByRole('radio', { name: 'Equal Shares' }));
    return requests;
  };

  it('are for two people at first, and each part has its amount', async () => {
    await openShares();
    await screen.findByText('Part 2');
    expect(screen.queryByText('Part 3')).toBeNull();
    tap('One more', 'One more');
    await screen.findByText('Part 4');
    expect(screen.getByText('$3 + L$145')).toBeTruthy();
    expect(screen.getByText('$3.75')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'End Shares' })).toBeNull();
  });

  it('are for three people with one tap', async () => {
    await open(SHARES);
    fireEvent.click(await screen.findByRole('button', { name: 'In 3 equal parts' }));
    await screen.findByText('Part 3');
    expect(screen.queryByText('Part 4')).toBeNull();
    expect(screen.getByRole('radio', { name: 'Equal Shares' })).toHaveProperty('checked', true);
  });

  it('take the next part as a payment of its amount', async () => {
    const partly = order(1, { paymentStatus: 'partial', shares: { of: 4, paid: 1, left: 3 } });
    const requests = await openShares({
      'GET /api/orders/1': (_, count) => ({ body: count === 1 ? order(1) : partly }),
      'GET /api/orders/1/payments': { body: [] },
      'POST /api/orders/1/payment': {
        body: { order: partly, payment: { amountLRD: '715.00' }, receipt: null },
      },
    });
    await screen.findByText('Part 2');
    tap('One more', 'One more');
    await screen.findByText('Part 4');
    await waitFor(() => expect(button('Take Part 1')).toHaveProperty('disabled', false));
    tap('Take Part 1');
    const dialog = await opened('Process Payment');
    expect(dialog.getByText('Part 1 of 4')).toBeTruthy();
    expect(await dialog.findByRole('radio', { name: 'Exact L$' })).toHaveProperty('checked', true);
    press('Process Payment', dialog);
    await screen.findByRole('img', { name: '1 of 4 parts paid' });
    // The parts say it: no toast lies over the choices of the next one.
    expect(screen.queryByText('Payment Processed')).toBeNull();
    expect(sent(requests, 'POST', '/api/orders/1/payment')[0]?.body).toMatchObject({
      tenders: [{ method: 'cash', currency: 'LRD', amount: '715.00' }],
      share: { of: 4, part: 1, payIn: 'LRD' },
    });
  });

  it('are shown in cash as they are booked, also the last part', async () => {
    const last = {
      of: 3,
      paid: 2,
      left: 1,
      remainingUSD: '2.57',
      remainingLRD: '487.50',
      next: {
        part: 3,
        options: [
          option('LRD', '0.00', '487.50'),
          option('split', '2.00', '107.50'),
          option('USD', '2.57', '0.00'),
        ],
      },
      amountsLRD: ['487.50'],
    };
    const partly = order(1, { paymentStatus: 'partial', shares: { of: 3, paid: 2, left: 1 }, rate: 190 });
    const requests = await openShares(
      {
        'GET /api/orders/1/shares?of=3': { body: last },
        'GET /api/orders/1/payments': { body: [] },
        'GET /api/cash/setup': { body: CASH_SETUP },
        'POST /api/orders/1/payment': refusal(503, 'read_only', 'The disk is full'),
      },
      partly,
    );
    await screen.findByText('$2 + L$110');
    expect(screen.getByText('L$490')).toBeTruthy();
    expect(screen.getByText('$2.57', { selector: '.pays b' })).toBeTruthy();
    tap('Take Part 3');
    const dialog = await opened('Process Payment');
    expect(await dialog.findByText('L$490', { selector: 'header *' })).toBeTruthy();
    press('Process Payment', dialog);
    await waitFor(() => expect(sent(requests, 'POST', '/api/orders/1/payment')).toHaveLength(1));
    expect(sent(requests, 'POST', '/api/orders/1/payment')[0]?.body).toMatchObject({
      tenders: [{ method: 'cash', currency: 'LRD', amount: '490.00' }],
    });
    // Another method pays to the cent.
    fireEvent.click(dialog.getByRole('radio', { name: 'Mobile' }));
    expect(dialog.getByText('L$488', { selector: 'header *' })).toBeTruthy();
  });

  it('say that a part is paid when another phone was faster', async () => {
    const fresh = { of: 2, paid: 1, left: 1 };
    await openShares({
      'POST /api/orders/1/payment': refusal(409, 'share_changed', 'Part 1 is paid. Part 2 is next.', {
        shares: fresh,
      }),
    });
    await screen.findByText('Part 2');
    tap('Take Part 1');
    const dialog = await opened('Process Payment');
    expect(await dialog.findByRole('radio', { name: 'Exact L$' })).toHaveProperty('checked', true);
    press('Process Payment', dialog);
    expect(await screen.findByText('Part 1 is paid. Part 2 is next.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are taken by card in dollars alone', async () => {
    await openShares();
    fireEvent.click(await screen.findByRole('radio', { name: /by card/ }));
    tap('Take Part 1');
    const dialog = await opened('Process Payment');
    expect(await dialog.findByRole('radio', { name: 'Card' })).toHaveProperty('checked', true);
  });

  it('keep the sheet when the order gets paid meanwhile', async () => {
    await openShares();
    await screen.findByText('Part 2');
    tap('Take Part 1');
    const dialog = await opened('Process Payment');
    cacheQuery(orderAt(1), () => order(1, { paymentStatus: 'paid' }));
    await dialog.findByText('This order is paid.');
    press('Close', dialog);
    expect(await screen.findByText('This order cannot be split')).toBeTruthy();
  });

  it('keep the part that was tapped when another phone takes it meanwhile', async () => {
    await openShares();
    await screen.findByText('Part 2');
    tap('Take Part 1');
    const dialog = await opened('Process Payment');
    cacheQuery(
      sharesAt(1, 2),
      (known) => known && { ...known, ...shares(2, 1), next: { ...known.next, part: 2 } },
    );
    await screen.findByText('Take Part 2');
    expect(dialog.getByText('Part 1 of 2')).toBeTruthy();
  });

  it('end, and what was paid stays', async () => {
    const running = order(1, { paymentStatus: 'partial', shares: { of: 4, paid: 1, left: 3 } });
    const payment = {
      id: 7,
      at: '2026-11-21T20:52:00Z',
      paymentMethod: 'cash',
      amountUSD: '0.00',
      amountLRD: '1000.00',
      changeUSD: '0.00',
      changeLRD: '285.00',
      share: { part: 1, of: 4 },
    };
    const requests = await open(
      {
        'GET /api/orders/1/shares?of=4': { body: shares(4, 1) },
        'GET /api/orders/1/payments': { body: [payment] },
        'DELETE /api/orders/1/shares': { body: order(1, { paymentStatus: 'partial' }) },
      },
      running,
    );
    await screen.findByText('Part 4');
    expect(screen.getByText('Paid')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'One more' })).toHaveProperty('disabled', true);
    tap('End Shares');
    press('Keep', await opened('Stop splitting? What was paid stays.'));
    tap('End Shares');
    press('End Shares', await opened('Stop splitting? What was paid stays.'));
    await waitFor(() => expect(sent(requests, 'DELETE', '/api/orders/1/shares')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

it('says that a paid order cannot be split, and leads back', async () => {
  await open({}, order(1, { paymentStatus: 'paid' }));
  expect(await screen.findByText('This order cannot be split')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/table-service');
});

it('says that an unknown order cannot be split', async () => {
  await open({ 'GET /api/orders/1': refusal(404, 'not_found', 'Not found') });
  expect(await screen.findByText('This order cannot be split')).toBeTruthy();
});

it('offers to try again when the order could not be loaded', async () => {
  await open({
    'GET /api/orders/1': (_, count) => (count === 1 ? refusal(500, 'internal', 'No') : { body: order(1) }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await ready();
});

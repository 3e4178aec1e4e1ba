/** Discount, Comp, Close Order, Walk-out and Payments of an order. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import type { ComponentType } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../../api/box';
import { queryClient } from '../../../api/http/query';
import type { Order, Payment } from '../../../api/types';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { CASH_SETUP } from '../../../test/methods';
import { order, table } from '../../../test/orders';
import { signInAs } from '../../../test/people';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import { toggled } from '../changes/chosen';
import CloseOrder from './CloseOrder';
import Comp from './Comp';
import Discount from './Discount';
import { bodyOf, mistakesOf, NO_DISCOUNT, togetherText } from './discount';
import Payments from './Payments';
import WalkOut from './WalkOut';

type Answers = Parameters<typeof fakeServer>[0];

function open(
  Sheet: ComponentType<{ order: Order; onClose: () => void }>,
  answers: Answers = {},
  of: Partial<Order> = {},
) {
  const requests = fakeServer({ 'GET /api/printers': { body: [{ id: 1 }] }, ...answers });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <Sheet order={order(12, of)} onClose={onClose} />
      <Toaster />
    </QueryClientProvider>,
  );
  const written = () =>
    requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);
  return { written, onClose };
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  localStorage.clear();
  boxStore.set(UNKNOWN_BOX);
  signInAs('manager');
});

describe('Discount', () => {
  const URL = '/api/orders/12/discount';

  it('is one figure with a reason, for chosen items', async () => {
    const { written, onClose } = open(Discount, { [`POST ${URL}`]: { body: order(12) } });
    fireEvent.click(await screen.findByRole('radio', { name: 'Other' }));
    await press('Apply Discount');
    expect(screen.getByText('Enter a percent or an amount')).toBeTruthy();
    expect(screen.getByText('Reason is required')).toBeTruthy();
    type(screen.getByLabelText('Percent'), '10');
    type(screen.getByLabelText('Amount LRD'), '200');
    expect(screen.getByLabelText('Percent')).toHaveProperty('value', '');
    fireEvent.click(screen.getByLabelText('1 × Pepper soup'));
    type(screen.getByLabelText('Reason'), 'Regular guest');
    await press('Apply Discount');
    await screen.findByText('Discount applied');
    expect(written()).toEqual([
      ['POST', URL, { amountLRD: '200.00', itemIds: [1], reason: 'Regular guest' }],
    ]);
    expect(onClose).toHaveBeenCalled();
  });

  it('is a percent by one key, ten at first', async () => {
    const { written } = open(Discount, { [`POST ${URL}`]: { body: order(12) } });
    expect(await screen.findByRole('radio', { name: '10 %' })).toHaveProperty('checked', true);
    fireEvent.click(screen.getByRole('radio', { name: '20 %' }));
    type(screen.getByLabelText('Reason'), 'Regular guest');
    await press('Apply Discount');
    await screen.findByText('Discount applied');
    expect(written()).toEqual([['POST', URL, { percent: '20.00', reason: 'Regular guest' }]]);
  });

  it('is not for a chosen item that is gone from the order', async () => {
    const [beer, soup] = order(12).items as [Order['items'][number], Order['items'][number]];
    const wine = { ...soup, id: 6, productName: 'Wine' };
    const requests = fakeServer({ [`POST ${URL}`]: { body: order(12) } });
    const sheet = (items: Order['items']) => (
      <QueryClientProvider client={queryClient}>
        <Discount order={order(12, { items })} onClose={() => {}} />
      </QueryClientProvider>
    );
    const { rerender } = render(sheet([beer, soup, wine]));
    fireEvent.click(await screen.findByLabelText('1 × Wine'));
    rerender(sheet([beer, wine]));
    type(screen.getByLabelText('Reason'), 'Regular guest');
    await press('Apply Discount');
    await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true));
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      percent: '10.00',
      itemIds: [1],
    });
  });

  it('is taken off again', async () => {
    const [beer, soup] = order(12).items;
    const items = [{ ...beer, discountUSD: '0.80' }, soup] as Order['items'];
    const { written } = open(Discount, { [`DELETE ${URL}`]: { body: order(12) } }, { items });
    expect(await screen.findByText('Discount $0.80')).toBeTruthy();
    await press('Remove Discount');
    await screen.findByText('Discount removed');
    expect(written()).toEqual([['DELETE', URL, {}]]);
  });

  it('says what the box refuses, and keeps what was typed', async () => {
    const reason = 'The discount is more than the total';
    const { onClose } = open(Discount, { [`POST ${URL}`]: refusal(400, 'invalid', reason) });
    fireEvent.click(await screen.findByRole('radio', { name: 'Other' }));
    type(screen.getByLabelText('Amount USD'), '99');
    type(screen.getByLabelText('Reason'), 'Complaint');
    await press('Apply Discount');
    await screen.findByText(`Failed: ${reason}`);
    expect(screen.getByLabelText('Amount USD')).toHaveProperty('value', '99');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('checks the figure', () => {
    const of = (form: object) => mistakesOf({ ...NO_DISCOUNT, percent: '', ...form });
    expect(of({ percent: '0' })).toEqual({ percent: 'Between 0.01 and 100' });
    expect(of({ percent: '100.01' })).toEqual({ percent: 'Between 0.01 and 100' });
    expect(of({ percent: '0.01' })).toEqual({});
    expect(of({ amountUSD: '0' })).toEqual({ amountUSD: 'Enter an amount above 0' });
    expect(of({ percent: '5', itemIds: [] })).toEqual({ itemIds: 'Choose at least one item' });
    expect(bodyOf({ ...NO_DISCOUNT, percent: '12.5' }, { reasonId: 3 })).toEqual({
      percent: '12.50',
      reasonId: 3,
    });
    expect(toggled(null, 1, [{ id: 1 }, { id: 2 }])).toEqual([2]);
    expect(toggled([2], 1, [{ id: 1 }, { id: 2 }])).toBeNull();
  });
});

describe('Comp', () => {
  const URL = '/api/orders/12/comp';

  it('gives pieces free, with what the phone saw', async () => {
    const { written } = open(Comp, { [`POST ${URL}`]: { body: order(12) } });
    await press('Comp');
    expect(screen.getByText('Choose at least one item')).toBeTruthy();
    const beers = within(screen.getByRole('group', { name: 'How many of 4 Club Beer to comp' }));
    fireEvent.click(beers.getByRole('button', { name: 'One more' }));
    type(screen.getByLabelText('Reason'), "Owner's guest");
    await press('Comp');
    await screen.findByText('Comp recorded');
    expect(written()).toEqual([
      ['POST', URL, { items: [{ itemId: 1, quantity: 1, of: 4 }], reason: "Owner's guest" }],
    ]);
  });

  it('charges it again', async () => {
    const [beer, soup] = order(12).items;
    const items = [beer, { ...soup, isComp: true }] as Order['items'];
    const { written } = open(Comp, { [`DELETE ${URL}`]: { body: order(12) } }, { items });
    await press('Remove Comp of 1 × Pepper soup');
    await screen.findByText('Comp removed');
    expect(written()).toEqual([['DELETE', URL, { itemIds: [5] }]]);
  });

  it('stays when another phone was faster', async () => {
    const { onClose } = open(Comp, {
      [`POST ${URL}`]: refusal(409, 'order_changed', 'The order has changed', { order: order(12) }),
    });
    const [more] = await screen.findAllByRole('button', { name: 'One more' });
    fireEvent.click(more as HTMLElement);
    type(screen.getByLabelText('Reason'), 'Complaint');
    await press('Comp');
    expect(await screen.findByText('This order has changed. Check it and try again.')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });
});

it('closes an order on which nothing is owed', async () => {
  const closed = { order: order(12), receipt: { receiptNumber: 'R-20261123-0126' } };
  const { written, onClose } = open(CloseOrder, { 'POST /api/orders/12/close': { body: closed } });
  await press('Close Order');
  await screen.findByText('Order closed');
  expect(screen.getByRole('button', { name: 'View receipt' })).toBeTruthy();
  expect(written()).toEqual([['POST', '/api/orders/12/close', undefined]]);
  expect(onClose).toHaveBeenCalled();
});

it.each([
  ['Comp', Comp, 'Cancel'],
  ['Close Order', CloseOrder, 'Cancel'],
  ['Record Walk-out', WalkOut, 'Keep'],
])('%s is left without a change', async (action, Sheet, leave) => {
  const { written } = open(Sheet);
  await screen.findByRole('button', { name: action });
  await press(leave);
  expect(written()).toEqual([]);
});

describe('Walk-out', () => {
  it('writes off what is not paid', async () => {
    const { written } = open(
      WalkOut,
      { 'POST /api/orders/12/walk-out': { body: { order: order(12), receipt: null } } },
      { owedUSD: '2.00', owedLRD: '950.00' },
    );
    expect(await screen.findByText('What is not paid is written off: $2.00 + L$950')).toBeTruthy();
    await press('Record Walk-out');
    expect(screen.getByText('Reason is required')).toBeTruthy();
    type(screen.getByLabelText('Reason'), 'Left without paying');
    await press('Record Walk-out');
    await screen.findByText('Walk-out recorded');
    expect(written()).toEqual([['POST', '/api/orders/12/walk-out', { reason: 'Left without paying' }]]);
  });

  it('asks whether the table is free', async () => {
    const lost = {
      paymentStatus: 'paid',
      closedAs: 'walk_out',
      remainingUSD: '0.00',
      remainingLRD: '0.00',
    } as const;
    const { written, onClose } = open(
      WalkOut,
      {
        'GET /api/tables': { body: [table(4, { status: 'occupied' })] },
        'GET /api/orders': { body: [order(12)] },
        'POST /api/orders/12/walk-out': { body: { order: order(12, lost), receipt: null } },
        'PATCH /api/tables/4/status': { body: table(4) },
      },
      { owedUSD: '2.00' },
    );
    type(await screen.findByLabelText('Reason'), 'Left without paying');
    await press('Record Walk-out');
    await press('Free table');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(written().at(-1)).toEqual(['PATCH', '/api/tables/4/status', { status: 'available' }]);
  });

  it('becomes credit when the guest comes back', async () => {
    const { written } = open(
      WalkOut,
      { 'POST /api/orders/12/walk-out/recover': { body: { order: order(12), credits: [] } } },
      { closedAs: 'walk_out', writtenOffUSD: '2.00', writtenOffLRD: '950.00', customerPhone: null },
    );
    expect(await screen.findByText(/What was written off, \$2\.00 \+ L\$950, goes on a tab/)).toBeTruthy();
    type(screen.getByLabelText('Customer Name'), 'Musu');
    await press('Add to Credit');
    await screen.findByText('Added to Credit');
    expect(written()).toEqual([['POST', '/api/orders/12/walk-out/recover', { customerName: 'Musu' }]]);
  });

  it('says amounts of both currencies, without adding them', () => {
    expect(togetherText('2.00', '950.00')).toBe('$2.00 + L$950');
    expect(togetherText('0.00', '950.00')).toBe('L$950');
    expect(togetherText('0.00', '0.00')).toBe('$0.00');
  });
});

describe('Payments', () => {
  const LIST = 'GET /api/orders/12/payments';
  const PART = {
    id: 1042,
    at: '2026-11-23T20:52:00Z',
    userName: 'musu',
    amountUSD: '0.00',
    amountLRD: '1000.00',
    changeUSD: '0.00',
    changeLRD: '285.00',
    share: { part: 2, of: 4 },
    takenOnOrderId: null,
    refunds: null,
    tenders: [{ method: 'cash', name: 'Cash', currency: 'LRD', amount: '1000.00' }],
  } as unknown as Payment;

  it('are listed with their parts, and print a slip each', async () => {
    const { written } = open(Payments, {
      [LIST]: { body: [PART, { ...PART, id: 1043, takenOnOrderId: 15, share: null }] },
      'POST /api/payments/1042/slip': { status: 202, body: { id: 9 } },
    });
    await screen.findByText('Part 2 of 4', { exact: false });
    const rows = screen.getAllByRole('listitem');
    expect(rows[0]?.textContent).toContain('L$1,000Cash · Change L$285 · musu, ');
    expect(rows[0]?.textContent).toContain('Part 2 of 4');
    expect(rows[1]?.textContent).toContain('Taken on order #15');
    fireEvent.click(within(rows[0] as HTMLElement).getByRole('button', { name: /^Print Slip/ }));
    await screen.findByText('The slip is printing');
    expect(written()).toEqual([['POST', '/api/payments/1042/slip', undefined]]);
  });

  it('are given back with a reason, while the order is open', async () => {
    const refund = {
      ...PART,
      id: 1050,
      refunds: 1042,
      tenders: [{ method: 'cash', name: 'Cash', currency: 'LRD', amount: '-715.00' }],
    };
    const { written } = open(Payments, {
      [LIST]: { body: [PART] },
      'POST /api/payments/1042/refund': { status: 201, body: { order: order(12), payment: refund } },
    });
    await press(/^Give Back/);
    expect(await screen.findByText('Give L$715 back? It is owed again.')).toBeTruthy();
    type(screen.getByLabelText('Reason'), 'Keyed wrongly');
    await press('Give Back');
    await screen.findByText('Refunded');
    expect(screen.getByText('Give the guest L$715 back in cash')).toBeTruthy();
    expect(written()).toEqual([['POST', '/api/payments/1042/refund', { reason: 'Keyed wrongly' }]]);
  });

  it('of a settled order only print slips; what was given back says so', async () => {
    open(
      Payments,
      { [LIST]: { body: [PART, { ...PART, id: 1050, refunds: 1042, amountLRD: '-1000.00' }] } },
      { paymentStatus: 'paid' },
    );
    expect(await screen.findByText('Given back')).toBeTruthy();
    expect(screen.getByText('Given back, payment P-1042')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Give Back/ })).toBeNull());
  });
  describe('with the wrong method', () => {
    const SETUP = { 'GET /api/cash/setup': { body: CASH_SETUP } };
    const POST = 'POST /api/payments/1042/correct';
    const PAID = { ...PART, valueUSD: '3.76' };
    const button = () => screen.findByRole('button', { name: 'Correct Method L$1,000' });
    const rules = (rule: string) => ({
      'GET /api/approvals/rules': { body: { rules: { cash_correction: rule } } },
    });

    async function corrects() {
      fireEvent.click(await button());
      choose(await screen.findByLabelText('Method'), 'card');
      type(screen.getByLabelText('Reason'), 'Keyed wrongly');
      await press('Save');
    }

    it('is corrected, and is back in the list as it was paid', async () => {
      const card = {
        ...PAID.tenders[0],
        method: 'card',
        name: 'Credit/Debit Card',
        currency: 'USD',
        amount: '3.76',
      };
      const changes = { changeUSD: '0.00', changeLRD: '0.00' };
      const corrected = { ...PAID, ...changes, amountUSD: '3.76', amountLRD: '0.00', tenders: [card] };
      const { written } = open(Payments, {
        ...SETUP,
        [LIST]: (_, count) => ({ body: [count === 1 ? PAID : corrected] }),
        [POST]: { body: corrected },
      });
      await corrects();
      expect(await screen.findByText('Payment corrected')).toBeTruthy();
      const sheet = await screen.findByRole('dialog', { name: 'Payments' });
      await waitFor(() => expect(sheet.textContent).toContain('$3.76Credit/Debit Card'));
      expect(written()).toEqual([
        [
          'POST',
          '/api/payments/1042/correct',
          { tenders: [{ method: 'card', currency: 'USD', amount: '3.76' }], reason: 'Keyed wrongly' },
        ],
      ]);
    });

    it('keeps what was typed when the box refuses, says why, and leads back', async () => {
      open(Payments, {
        ...SETUP,
        [LIST]: { body: [PAID] },
        [POST]: refusal(409, 'shift_closed', 'Z-000012 is closed.'),
      });
      await corrects();
      expect(await screen.findByText(/Z-000012 is closed\./)).toBeTruthy();
      expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Keyed wrongly');
      await press('Back');
      expect(await button()).toBeTruthy();
    });

    it('is corrected by bartenders where the rule lets them ask', async () => {
      signInAs('bartender');
      open(Payments, { [LIST]: { body: [PAID] }, ...rules('approve') });
      expect(await button()).toBeTruthy();
      cleanup();
      queryClient.clear();
      open(Payments, { [LIST]: { body: [PAID] }, ...rules('deny') });
      await screen.findByRole('button', { name: /^Give Back/ });
      await waitFor(() => expect(queryClient.getQueryData(['/api/approvals/rules'])).toBeTruthy());
      expect(screen.queryByRole('button', { name: /^Correct Method/ })).toBeNull();
    });

    it('stays as it is once it was given back', async () => {
      open(Payments, {
        [LIST]: { body: [PAID, { ...PAID, id: 1050, refunds: 1042, amountLRD: '-1000.00' }] },
      });
      expect(await screen.findByText('Given back')).toBeTruthy();
      expect(screen.queryByRole('button', { name: /^Correct Method/ })).toBeNull();
    });
  });
});

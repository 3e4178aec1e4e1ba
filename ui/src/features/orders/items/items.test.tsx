/** Items of an order: fewer pieces, undo, reasons for what was sent, notes; and the steps of paid orders. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../../api/box';
import { hooks } from '../../../api/http/client';
import type { Order } from '../../../api/types';
import { refusal } from '../../../test/fakeServer';
import { type } from '../../../test/fields';
import { order } from '../../../test/orders';
import { signInAs } from '../../../test/people';
import { card, deed, open, opened, press, resetTables, sent } from '../test/tableService';

beforeEach(() => {
  resetTables();
  boxStore.set(null);
});

const withItem = (more: object, of: object = {}) => {
  const [beer, soup] = order(1).items;
  return order(1, {
    ...of,
    items: [{ ...beer, ...more } as typeof beer & object, soup as typeof beer & object],
  });
};
const BEER_PATH = '/api/orders/1/items/1';

async function editItems() {
  await deed('Edit Items');
  const edit = await opened('Edit Items');
  const row = (text: string) => within(edit.getByText(text).closest('li') ?? document.body);
  return { edit, row };
}

describe('an item that was not sent', () => {
  it('is lowered at once and put back with undo', async () => {
    const requests = await open({
      [`PATCH ${BEER_PATH}`]: (_, count) => ({
        body: count === 1 ? withItem({ quantity: 3, orderedQuantity: 4 }) : withItem({}),
      }),
      'GET /api/orders': (_, count) => ({
        body: [count === 2 ? withItem({ quantity: 3, orderedQuantity: 4 }) : withItem({})],
      }),
    });
    const { row, edit } = await editItems();
    press('One less', row('4 × Club Beer'));
    await edit.findByText('3 × Club Beer');
    press('Undo', row('3 × Club Beer'));
    await edit.findByText('4 × Club Beer');
    expect(sent(requests, 'PATCH', BEER_PATH).map(({ body }) => body)).toEqual([
      { quantity: 3, of: 4 },
      { quantity: 4, of: 3 },
    ]);
  });

  it('comes back after it was removed', async () => {
    const without = order(1, { items: order(1).items.slice(0, 1) });
    const requests = await open({
      'DELETE /api/orders/1/items/5': { body: without },
      'POST /api/orders/1/items': { status: 201, body: order(1) },
      'GET /api/orders': (_, count) => ({ body: [count === 2 ? without : order(1)] }),
    });
    const { row, edit } = await editItems();
    press('Remove', row('1 × Pepper soup'));
    await edit.findByText('1 × Pepper soup removed');
    press('Undo', row('1 × Pepper soup removed'));
    await waitFor(() => expect(sent(requests, 'POST', '/api/orders/1/items')).toHaveLength(1));
    expect(sent(requests, 'POST', '/api/orders/1/items')[0]?.body).toMatchObject({
      productId: 5,
      quantity: 1,
      unitPrice: '1140.00',
    });
  });

  it('stays when another phone has changed it', async () => {
    await open({
      [`PATCH ${BEER_PATH}`]: refusal(409, 'conflict', 'This item has changed: there are 2 now'),
    });
    const { row } = await editItems();
    press('One less', row('4 × Club Beer'));
    expect(await screen.findByText('This item has changed: there are 2 now')).toBeTruthy();
  });
});

describe('an item that was sent', () => {
  it('asks for a reason before a manager is asked, where the box knows better than the phone', async () => {
    const asked: unknown[] = [];
    hooks.recover = async (refused, sent) => {
      if (refused.code === 'approval_required') asked.push([sent.body, sent.options?.asksFirst]);
      return null;
    };
    await open({
      'DELETE /api/orders/1/items/5': ({ body }) =>
        refusal(403, 'approval_required', 'A manager must approve this', {
          approval: { kind: 'remove_sent', with: body },
        }),
    });
    const { row } = await editItems();
    press('Remove', row('1 × Pepper soup'));
    const ask = await opened('Take off 1 × Pepper soup?');
    expect(screen.queryByText('The item could not be removed')).toBeNull();
    type(ask.getByLabelText('Reason'), 'Wrong table');
    press('Take off', ask);
    await ask.findByText('A manager must approve this');
    expect(asked).toEqual([
      [undefined, true],
      [{ reason: 'Wrong table', returnToStock: false }, undefined],
    ]);
    hooks.recover = undefined;
  });

  it('asks for a reason and returns drinks to stock, unless told otherwise', async () => {
    const requests = await open({
      'GET /api/orders': { body: [withItem({ isSent: true })] },
      [`PATCH ${BEER_PATH}`]: { body: withItem({ isSent: true, quantity: 3 }) },
    });
    const { row } = await editItems();
    press('One less', row('4 × Club Beer'));
    const ask = await opened('Take off 1 × Club Beer?');
    expect(ask.getByLabelText('Return to stock')).toHaveProperty('checked', true);
    press('Take off', ask);
    expect(ask.getByText('Reason is required')).toBeTruthy();
    type(ask.getByLabelText('Reason'), 'Spilled');
    fireEvent.click(ask.getByLabelText('Return to stock'));
    press('Take off', ask);
    await waitFor(() => expect(screen.queryByText('Take off 1 × Club Beer?')).toBeNull());
    expect(sent(requests, 'PATCH', BEER_PATH)[0]?.body).toEqual({
      quantity: 3,
      of: 4,
      reason: 'Spilled',
      returnToStock: false,
    });
  });

  it('does not return food that is still pending', async () => {
    const [beer, soup] = order(1).items.map((item) => ({ ...item, isSent: true }));
    const requests = await open({
      'GET /api/orders': { body: [order(1, { items: [beer, soup] as Order['items'] })] },
      'DELETE /api/orders/1/items/5': { body: order(1, { items: [beer] as Order['items'] }) },
    });
    await deed('Cancel Order');
    const cancel = await opened('Cancel this order?');
    expect(cancel.getByLabelText('4 × Club Beer')).toHaveProperty('checked', true);
    expect(cancel.getByLabelText('1 × Pepper soup')).toHaveProperty('checked', false);
    press('Keep', cancel);
    const { row } = await editItems();
    press('Remove', row('1 × Pepper soup'));
    const ask = await opened('Take off 1 × Pepper soup?');
    type(ask.getByLabelText('Reason'), 'Changed their mind');
    press('Take off', ask);
    await waitFor(() => expect(sent(requests, 'DELETE', '/api/orders/1/items/5')).toHaveLength(1));
    expect(sent(requests, 'DELETE', '/api/orders/1/items/5')[0]?.body).toEqual({
      reason: 'Changed their mind',
      returnToStock: false,
    });
  });

  it('is not returned by default when a served order is voided', async () => {
    signInAs('manager');
    await open({ 'GET /api/orders': { body: [order(1, { status: 'served' })] } });
    await deed('Void Order');
    const ask = await opened('Void this order?');
    for (const item of ['4 × Club Beer', '1 × Pepper soup'])
      expect(ask.getByLabelText(item)).toHaveProperty('checked', false);
  });

  it('does not return food, nor what was served', async () => {
    await open({ 'GET /api/orders': { body: [order(1, { status: 'served' })] } });
    const { row } = await editItems();
    press('Remove', row('4 × Club Beer'));
    const beer = await opened('Take off 4 × Club Beer?');
    expect(beer.getByLabelText('Return to stock')).toHaveProperty('checked', false);
    press('Keep', beer);
    press('Remove', row('1 × Pepper soup'));
    const soup = await opened('Take off 1 × Pepper soup?');
    expect(soup.getByLabelText('Return to stock')).toHaveProperty('checked', false);
  });

  it('is returned or not, one by one, when the order is cancelled', async () => {
    const requests = await open({
      'GET /api/orders': { body: [order(1, { status: 'ready' })] },
      'PATCH /api/orders/1/status': { body: order(1, { status: 'cancelled' }) },
    });
    await deed('Cancel Order');
    const ask = await opened('Cancel this order?');
    type(ask.getByLabelText('Reason'), 'Left');
    press('Cancel Order', ask);
    await waitFor(() => expect(sent(requests, 'PATCH', '/api/orders/1/status')).toHaveLength(1));
    expect(sent(requests, 'PATCH', '/api/orders/1/status')[0]?.body).toEqual({
      status: 'cancelled',
      reason: 'Left',
      returnItemIds: [1],
    });
  });
});

it('takes a note for an item', async () => {
  const requests = await open({
    [`PATCH ${BEER_PATH}`]: { body: withItem({ notes: 'no glass' }) },
    'GET /api/orders': (_, count) => ({ body: [count > 1 ? withItem({ notes: 'no glass' }) : order(1)] }),
  });
  const { row } = await editItems();
  press('Note on Club Beer', row('4 × Club Beer'));
  const field = row('4 × Club Beer').getByLabelText('Note on Club Beer');
  type(field, ' no glass ');
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(card().getByText('no glass')).toBeTruthy());
  expect(sent(requests, 'PATCH', BEER_PATH)[0]?.body).toEqual({ notes: 'no glass' });
});

describe('the step that is left', () => {
  it('is one for a paid order', async () => {
    const requests = await open({
      'GET /api/orders': { body: [order(1, { paymentStatus: 'paid' })] },
      'PATCH /api/orders/1/status': { body: order(1, { paymentStatus: 'paid', status: 'served' }) },
    });
    expect(card().queryByRole('button', { name: 'Start Preparing' })).toBeNull();
    press('Mark Served', card());
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Table 4' })).toBeTruthy());
    expect(sent(requests, 'PATCH', '/api/orders/1/status')[0]?.body).toEqual({ status: 'served' });
  });

  it('is one in a bar without steps, and the filters have none of them', async () => {
    boxStore.set({ ...UNKNOWN_BOX, orders: { steps: false } });
    await open();
    expect(card().getByRole('button', { name: 'Mark Served' })).toBeTruthy();
    const show = within(screen.getByRole('radiogroup', { name: 'Show' }));
    expect(show.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
      'Open1',
      'Mine1',
      'All',
      'Active1',
      'Pending',
      'Served',
    ]);
  });
});

it('says whose tab an order on credit is on', async () => {
  await open({
    'GET /api/orders': {
      body: [order(1, { isOnCredit: 'true', tabCustomerName: 'Emmanuel Toe', tabCustomerPhone: '0880' })],
    },
  });
  expect(card().getByText("On Emmanuel Toe's tab")).toBeTruthy();
  expect(card().getByRole('link', { name: 'Open tab' }).getAttribute('href')).toBe(
    '/customer-tab?tab=Emmanuel%20Toe_0880',
  );
  press('Payment', card());
  const pay = await opened('Process Payment');
  expect(pay.getByText("This order is on Emmanuel Toe's tab. Take the money there.")).toBeTruthy();
});

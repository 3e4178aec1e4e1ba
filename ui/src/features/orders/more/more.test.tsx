/** The sheet More of an order: service charge and tax exemption; guests on a new order. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../../api/box';
import type { Order } from '../../../api/types';
import { refusal } from '../../../test/fakeServer';
import { type as typeInto } from '../../../test/fields';
import { order } from '../../../test/orders';
import { gst } from '../../../test/tax';
import { stillThere, toggled } from '../changes/chosen';
import { card, dialog, open, opened, pick, press, resetTables, sent } from '../test/tableService';
import { bodyOf, exemptable, formOf } from './exemption';

const TAXED = (more: Partial<Order> = {}) => {
  const base = order(1, more);
  const [beer, soup] = base.items;
  return {
    ...base,
    items: [
      { ...beer, tax: gst('added'), taxUSD: '1.04', taxLRD: '197.60' },
      { ...soup, tax: gst('added'), taxUSD: '0.78', taxLRD: '148.20' },
    ] as Order['items'],
    grandTotalUSD: '15.82',
    grandTotalLRD: '3005.80',
  };
};
const SERVICE = {
  serviceCharge: { state: 'auto' as const, percent: '10.00', reason: null },
  serviceChargeUSD: '1.40',
  serviceChargeLRD: '266.00',
};
const CHARGE = 'POST /api/orders/1/service-charge';
const EXEMPT = '/api/orders/1/tax-exemption';
const amount = (label: string) => card().getByText(label).nextElementSibling?.textContent;

beforeEach(resetTables);
afterEach(() => boxStore.set(UNKNOWN_BOX));
const barHas = (more: object) => boxStore.set({ ...UNKNOWN_BOX, ...more });

describe('the card', () => {
  it('offers no tax in a bar without tax and service charge', async () => {
    await open();
    press(/^More for/, card());
    const sheet = await opened('Order #1');
    await sheet.findByRole('button', { name: 'Move Items' });
    expect(sheet.queryByRole('button', { name: 'Tax Exempt' })).toBeNull();
    expect(card().queryByText('Subtotal')).toBeNull();
  });

  it('shows how the total comes about', async () => {
    const [line] = TAXED().items;
    const serviceLines = [
      { ...line, productName: 'Service charge 10 %', tax: null },
    ] as Order['serviceLines'];
    await open({ 'GET /api/orders': { body: [{ ...TAXED(), ...SERVICE, serviceLines }] } });
    expect(amount('Subtotal')).toBe('$14.00 · L$2,660');
    expect(amount('GST 13 %')).toBe('$1.82 · L$346');
    expect(amount('Service charge 10 %')).toBe('$1.40 · L$266');
    expect(amount('Total')).toBe('$15.82 · L$3,006');
  });
});

describe('service charge', () => {
  beforeEach(() => barHas({ serviceCharge: { mode: 'auto' } }));

  it('is added by a tap', async () => {
    const requests = await open({ [CHARGE]: { body: { ...order(1), ...SERVICE } } });
    press(/^More for/, card());
    fireEvent.click(await (await opened('Order #1')).findByRole('button', { name: 'Service Charge' }));
    const sheet = await opened('Service Charge');
    fireEvent.click(await sheet.findByRole('button', { name: 'Add Service Charge' }));
    await screen.findByText('Service charge added');
    expect(sent(requests, 'POST', '/api/orders/1/service-charge')[0]?.body).toEqual({ apply: true });
  });

  it('is waived with a reason', async () => {
    const requests = await open({
      'GET /api/orders': { body: [{ ...order(1), ...SERVICE }] },
      'GET /api/reasons?kind=discount': { body: [] },
      [CHARGE]: { body: order(1) },
    });
    press(/^More for/, card());
    fireEvent.click(await (await opened('Order #1')).findByRole('button', { name: 'Service Charge' }));
    const sheet = await opened('Service Charge');
    fireEvent.click(await sheet.findByRole('button', { name: 'Waive Service Charge' }));
    expect(sheet.getByText('Reason is required')).toBeTruthy();
    typeInto(sheet.getByLabelText('Reason'), 'Regulars');
    fireEvent.click(sheet.getByRole('button', { name: 'Waive Service Charge' }));
    await screen.findByText('Service charge waived');
    expect(sent(requests, 'POST', '/api/orders/1/service-charge')[0]?.body).toEqual({
      apply: false,
      reason: 'Regulars',
    });
  });

  it('asks for guests on a new order', async () => {
    const requests = await open({ 'POST /api/orders': { status: 201, body: order(2) } });
    press('New Drink Order');
    const form = await opened('New Drink Order');
    typeInto(await form.findByLabelText('Customer Name'), 'Musu');
    await pick('Club Beer');
    typeInto(form.getByLabelText('Guests'), '0');
    press('Create Drink Order', dialog('New Drink Order'));
    expect(await form.findByText('Between 1 and 200')).toBeTruthy();
    typeInto(form.getByLabelText('Guests'), '6');
    press('Create Drink Order', dialog('New Drink Order'));
    await screen.findByText('Order created');
    expect(sent(requests, 'POST', '/api/orders')[0]?.body).toMatchObject({ guests: 6 });
  });
});

describe('tax exempt', () => {
  beforeEach(() => barHas({ tax: { mode: 'added' } }));

  async function openSheet(answers: Parameters<typeof open>[0] = {}, shown: Order = TAXED()) {
    const requests = await open({ 'GET /api/orders': { body: [shown] }, ...answers });
    press(/^More for/, card());
    fireEvent.click(await (await opened('Order #1')).findByRole('button', { name: 'Tax Exempt' }));
    const sheet = await opened('Tax Exempt');
    await sheet.findByLabelText('Name');
    return { requests, sheet };
  }

  it('is for the whole order, or for chosen items', async () => {
    const { requests, sheet } = await openSheet({ [`PUT ${EXEMPT}`]: { body: TAXED() } });
    press('Save', sheet);
    expect(sheet.getByText('Name is required')).toBeTruthy();
    expect(sheet.getByText('Document number is required')).toBeTruthy();
    typeInto(sheet.getByLabelText('Name'), 'US Embassy');
    typeInto(sheet.getByLabelText('Document number'), 'DIP-2231');
    fireEvent.click(sheet.getByLabelText('1 × Pepper soup'));
    press('Save', sheet);
    await screen.findByText('The order is tax exempt');
    expect(sent(requests, 'PUT', EXEMPT)[0]?.body).toEqual({
      name: 'US Embassy',
      documentNumber: 'DIP-2231',
      itemIds: [1],
    });
  });

  it('is removed', async () => {
    const taxExemption = { name: 'US Embassy', documentNumber: 'DIP-2231', approvedBy: 'musa' };
    const { requests, sheet } = await openSheet(
      { [`DELETE ${EXEMPT}`]: { body: TAXED() } },
      { ...TAXED(), taxExemption, exemptItems: { all: true, itemIds: [5, 1] } },
    );
    expect(sheet.getByText('Approved by musa')).toBeTruthy();
    press('Remove Exemption', sheet);
    await screen.findByText('The exemption is removed');
    expect(sent(requests, 'DELETE', EXEMPT)).toHaveLength(1);
  });

  it('says why it was refused, and keeps what was typed', async () => {
    const { sheet } = await openSheet({
      [`PUT ${EXEMPT}`]: refusal(409, 'conflict', 'Money is on this order'),
    });
    typeInto(sheet.getByLabelText('Name'), 'US Embassy');
    typeInto(sheet.getByLabelText('Document number'), 'DIP-2231');
    press('Save', sheet);
    await sheet.findByText('Failed to save the exemption');
    expect(sheet.getByLabelText('Name')).toHaveProperty('value', 'US Embassy');
  });

  it('is not offered once money is on the order', async () => {
    await open({ 'GET /api/orders': { body: [TAXED({ paymentStatus: 'partial' })] } });
    press(/^More for/, card());
    const sheet = await opened('Order #1');
    await sheet.findByRole('button', { name: 'Move Items' });
    expect(sheet.queryByRole('button', { name: 'Tax Exempt' })).toBeNull();
  });

  it('offers what would have tax, and knows which items were chosen', () => {
    const [beer, soup] = TAXED().items as [Order['items'][number], Order['items'][number]];
    const exempt = { ...gst('added'), kind: 'exempt' as const };
    const cigars = { ...soup, id: 9, tax: exempt };
    const base = TAXED({ taxExemption: { name: 'A', documentNumber: '1', approvedBy: null } });
    const of = (all: boolean, itemIds: number[]) =>
      ({ ...base, items: [{ ...beer, tax: exempt }, soup, cigars], exemptItems: { all, itemIds } }) as Order;
    expect(exemptable(of(false, [beer.id])).map(({ id }) => id)).toEqual([beer.id, soup.id]);
    expect(formOf(of(false, [beer.id])).itemIds).toEqual([beer.id]);
    expect(formOf(of(true, [beer.id, soup.id])).itemIds).toBeNull();
    // The other item was removed: it is still this one alone.
    expect(formOf({ ...of(false, [beer.id]), items: [beer] } as Order).itemIds).toEqual([beer.id]);
  });

  it('covers later items too, unless items were chosen', () => {
    const form = formOf(TAXED());
    const { items } = TAXED();
    expect(bodyOf({ ...form, name: ' A ', documentNumber: ' 1 ' })).toEqual({
      name: 'A',
      documentNumber: '1',
    });
    const chosen = toggled(form.itemIds, 1, items);
    expect(chosen).toEqual([5]);
    expect(toggled(chosen, 1, items)).toBeNull();
    expect(stillThere([1, 9], items)).toEqual([1]);
    // As many as there are, but others.
    expect(toggled([9], 1, items)).toEqual([9, 1]);
  });
});

it('closes with the sheet', async () => {
  barHas({ tax: { mode: 'added' } });
  await open({ 'GET /api/orders': { body: [TAXED()] } });
  press(/^More for/, card());
  const sheet = within(await screen.findByRole('dialog', { name: 'Order #1' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

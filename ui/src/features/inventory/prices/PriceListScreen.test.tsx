/** The price list: typing, marks, saving all or nothing, and other phones. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { boxStore } from '../../../api/box';
import { refresh } from '../../../api/http/query';
import type { Product, PublicSettings } from '../../../api/types';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { signInAs } from '../../../test/people';
import { product, RICE, show } from '../test/products';
import PriceListScreen from './PriceListScreen';

const BEER = product({ priceLRD: '350.00', effectivePriceLRD: '350.00', section: 'Beer' });
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

beforeEach(() => {
  localStorage.clear();
  signInAs('manager');
});

async function open(
  answer: Parameters<typeof fakeServer>[0] = {},
  list: () => Product[] = () => [BEER, RICE],
) {
  const requests = fakeServer({
    'GET /api/products': () => ({ body: list() }),
    'GET /api/exchange-rate': { body: { rate: 190, updatedAt: '2026-11-20T10:00:00Z' } },
    ...answer,
  });
  show(<PriceListScreen />);
  await screen.findByLabelText('USD Price of Club Beer');
  return () => requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
}

it('marks what is changed, counts the changes, and sends them together', async () => {
  const saved = [{ ...BEER, priceUSD: '2.50', priceLRD: '400.00' }];
  let list = [BEER, RICE];
  const sent = await open({ 'PUT /api/products/prices': { body: { products: saved } } }, () => list);
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  type('USD Price of Club Beer', '2.5');
  expect(screen.getByRole('button', { name: 'Save 1 change' })).toBeTruthy();
  type('LRD Price of Club Beer', '400');
  fireEvent.click(field('Jollof rice on the menu'));
  expect(within(row('Club Beer')).getByText('Changed')).toBeTruthy();
  expect(within(row('Club Beer')).getByText('was $2.00')).toBeTruthy();
  list = [{ ...BEER, ...saved[0] }, RICE];
  press('Save 3 changes');
  await screen.findByText('Prices saved');
  expect(sent()).toEqual([
    {
      rows: [
        { id: 1, priceUSD: '2.50', priceLRD: '400.00' },
        { id: 2, isAvailable: 0 },
      ],
    },
  ]);
  await waitFor(() => expect(screen.queryByText('Changed')).toBeNull());
  expect(field('USD Price of Club Beer').value).toBe('2.50');
});

it('keeps what is typed when another phone changes the same price, and marks the row', async () => {
  let list = [BEER, RICE];
  const sent = await open({ 'PUT /api/products/prices': { body: { products: [] } } }, () => list);
  type('USD Price of Club Beer', '2.5');
  list = [{ ...BEER, priceUSD: '2.25', priceLRD: '375.00' }, RICE];
  await act(() => refresh('/api/products'));
  await within(row('Club Beer')).findByText('Changed on another phone: now $2.25');
  expect(field('USD Price of Club Beer').value).toBe('2.5');
  expect(field('LRD Price of Club Beer').value).toBe('375.00');
  press('Save 1 change');
  await waitFor(() => expect(sent()).toEqual([{ rows: [{ id: 1, priceUSD: '2.50' }] }]));
});

it('shows all mistakes at once, and those of the box at their rows', async () => {
  const fields = { 'rows[0].priceLRD': 'Please set at least one price (USD or LRD)' };
  const sent = await open({
    'PUT /api/products/prices': refusal(400, 'invalid', 'No', { fields }),
  });
  type('USD Price of Club Beer', '1.234');
  type('LRD Price of Jollof rice', '');
  press('Save 2 changes');
  const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
  await waitFor(() =>
    expect(alerts()).toEqual([
      'Check the prices of Club Beer, Jollof rice. Nothing has been saved.',
      'Enter an amount such as 3.50',
      'Please set at least one price (USD or LRD)',
    ]),
  );
  expect(document.activeElement).toBe(field('USD Price of Club Beer'));
  expect(sent()).toEqual([]);
  press('Discard changes');
  expect(field('USD Price of Club Beer').value).toBe('2.00');
  type('LRD Price of Jollof rice', '1000');
  press('Save 1 change');
  await within(row('Jollof rice')).findByText('Please set at least one price (USD or LRD)');
  expect(field('LRD Price of Jollof rice').value).toBe('1000');
});

it('asks once about a price that changes by more than half', async () => {
  const sent = await open({ 'PUT /api/products/prices': { body: { products: [] } } });
  type('USD Price of Club Beer', '25');
  press('Save 1 change');
  await screen.findByRole('dialog', {
    name: 'The price of Club Beer changes from $2.00 to $25.00. Is that right?',
  });
  expect(sent()).toEqual([]);
  press('Yes, save');
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('fills raised prices as a preview', async () => {
  const sent = await open();
  press('Raise by percent');
  type('Percent', '10');
  await screen.findByText('Club Beer: $2.00 → $2.25');
  press('Fill in 3 prices');
  expect(field('USD Price of Club Beer').value).toBe('2.25');
  expect(field('LRD Price of Club Beer').value).toBe('385.00');
  expect(field('LRD Price of Jollof rice').value).toBe('1045.00');
  expect(screen.getByRole('button', { name: 'Save 3 changes' })).toBeTruthy();
  expect(sent()).toEqual([]);
});

it('keeps what is typed over a reload', async () => {
  await open();
  type('USD Price of Club Beer', '2.5');
  cleanup();
  await open();
  expect(field('USD Price of Club Beer').value).toBe('2.5');
  expect(screen.getByRole('button', { name: 'Save 1 change' })).toBeTruthy();
});

it('goes to the same price of the next product with Enter', async () => {
  await open();
  field('LRD Price of Club Beer').focus();
  fireEvent.keyDown(field('LRD Price of Club Beer'), { key: 'Enter' });
  expect(document.activeElement).toBe(field('LRD Price of Jollof rice'));
});

it('leads to the Price Assistant while tax is on and a change is planned', async () => {
  const classes = [{ id: 'standard', name: 'Standard', before: 'GST 13 %', after: 'VAT 18 %' }];
  const changes = { body: [{ from: '2027-01-01', mode: null, classes, products: 2 }] };
  const link = () => screen.queryByRole('link', { name: 'Price Assistant' });
  const requests = fakeServer({ 'GET /api/tax/changes': changes, 'GET /api/products': { body: [BEER] } });
  show(<PriceListScreen />);
  await screen.findByLabelText('USD Price of Club Beer');
  expect(requests.some(({ path }) => path === '/api/tax/changes')).toBe(false);
  act(() => boxStore.set({ tax: { mode: 'included' } } as PublicSettings));
  await waitFor(() => expect(link()?.getAttribute('href')).toBe('/price-assistant'));
  expect(link()?.parentElement?.textContent).toContain('On 1 Jan 2027 GST 13 % becomes VAT 18 %.');
  act(() => boxStore.set(null));
  expect(link()).toBeNull();
});

it('says which prices are set by head office, and they cannot be typed into', async () => {
  const owned = product({ chain: { id: 'c1', fields: ['currency', 'priceUSD', 'priceLRD'] } });
  await open({}, () => [owned, RICE]);
  expect(within(row('Club Beer')).getAllByText('Set by head office')).toHaveLength(2);
  expect(field('USD Price of Club Beer').readOnly).toBe(true);
  expect(field('LRD Price of Jollof rice').readOnly).toBe(false);
});

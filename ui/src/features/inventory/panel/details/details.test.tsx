/** 'Stock details' of the product form: unit, packs, recipe, and what the panel shows of them. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '../../../../api/types';
import { fakeServer, refusal } from '../../../../test/fakeServer';
import { choose } from '../../../../test/fields';
import { signInAs } from '../../../../test/people';
import InventoryScreen from '../../InventoryScreen';
import { product, show } from '../../test/products';

const RATE = { rate: 190, updatedAt: '2026-11-20T10:00:00Z' };
const BOTTLE = { id: 1, name: 'bottle', size: 750, barcode: null };
const GIN = product({
  id: 7,
  name: 'Gin',
  brand: null,
  unit: 'ml',
  serving: 50,
  floor: false,
  stock: 4800,
  portions: 96,
  sellable: null,
  packs: [BOTTLE],
});
const TONIC = product({ id: 8, name: 'Tonic', brand: null, stock: 1 });
const GIN_TONIC = product({
  id: 9,
  name: 'Gin Tonic',
  brand: null,
  stock: 1,
  recipe: [
    { productId: 7, productName: 'Gin', amount: 50, wastePercent: 5 },
    { productId: 8, productName: 'Tonic', amount: 1, wastePercent: 0 },
  ],
});
const LIST = [GIN, TONIC, GIN_TONIC];

beforeEach(() => signInAs('manager'));

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });
const opens = () => fireEvent.click(screen.getByText('Stock details'));
/** Opens the fold: the window of the tests does not toggle it by itself. */
async function details() {
  const fold = screen.getByText('Stock details').closest('details') as HTMLDetailsElement;
  if (!fold.open) {
    opens();
    fold.open = true;
    fireEvent(fold, new Event('toggle'));
  }
  await screen.findByRole('radio', { name: 'Counted' });
  return within(fold);
}

async function inventory(more: Parameters<typeof fakeServer>[0] = {}, list: readonly Product[] = LIST) {
  const requests = fakeServer({
    'GET /api/products': { body: list },
    'GET /api/exchange-rate': { body: RATE },
    'GET /api/products/7/movements?limit=6': { body: [] },
    'GET /api/products/8/movements?limit=6': { body: [] },
    'GET /api/products/9/movements?limit=6': { body: [] },
    ...more,
  });
  show(<InventoryScreen />);
  await screen.findByRole('list', { name: 'Products' });
  return () => requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
}

async function add(name: string) {
  press('Add Product');
  type(await screen.findByLabelText('Name'), name);
  type(screen.getByLabelText('Price'), '5');
}

async function open(name: string) {
  press(name);
  return within(await screen.findByRole('dialog', { name }));
}

describe('a new product', () => {
  it('is measured, poured and packed', async () => {
    const sent = await inventory({ 'POST /api/products': { status: 201, body: GIN } });
    await add('Rum');
    const fold = await details();
    choose(screen.getByLabelText('Unit'), 'ml');
    expect((fold.getByRole('switch', { name: 'For sale by itself' }) as HTMLInputElement).disabled).toBe(
      true,
    );
    expect((fold.getByRole('switch', { name: 'May go below zero' }) as HTMLInputElement).checked).toBe(true);
    type(fold.getByLabelText('Serving'), '40');
    expect((fold.getByRole('switch', { name: 'For sale by itself' }) as HTMLInputElement).checked).toBe(true);
    press('Add Pack');
    const row = within(await screen.findByRole('group', { name: 'Pack 1' }));
    expect(document.activeElement).toBe(row.getByLabelText('Pack'));
    type(row.getByLabelText('Pack'), 'bottle');
    type(row.getByLabelText('Contains'), '700');
    type(screen.getByLabelText('Par Level'), '1500');
    expect(screen.getByText('= 2 × bottle + 100 ml')).toBeTruthy();
    press('Create Product');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({
      unit: 'ml',
      serving: 40,
      forSale: true,
      packs: [{ name: 'bottle', size: 700, barcode: null }],
      par: 1500,
    });
  });

  it('is mixed from what is found by keyboard, and has no level of its own', async () => {
    const sent = await inventory({ 'POST /api/products': { status: 201, body: GIN_TONIC } });
    await add('Gimlet');
    await details();
    press('Add Ingredient');
    const row = within(await screen.findByRole('group', { name: 'Ingredient 1' }));
    const field = row.getByRole('combobox', { name: 'Ingredient' });
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    // The mixture is no ingredient.
    expect(row.getAllByRole('option').map((option) => option.textContent)).toEqual(['Ginml', 'Tonicpieces']);
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    const active = () =>
      document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(active()).toBe('Tonicpieces');
    type(field, 'gi');
    expect([row.getAllByRole('option').length, active()]).toEqual([1, 'Ginml']);
    fireEvent.keyDown(field, { key: 'Enter' });
    expect([(field as HTMLInputElement).value, row.queryByRole('listbox')]).toEqual(['Gin', null]);
    type(row.getByLabelText('Amount'), '60');
    expect(screen.queryByLabelText('Unit')).toBeNull();
    expect(screen.getByText('Its stock is that of its ingredients.')).toBeTruthy();
    press('Create Product');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ recipe: [{ productId: 7, amount: 60, wastePercent: 0 }] });
    expect(sent()[0]).not.toHaveProperty('stock');
  });

  it('opens at a mistake, and goes to it', async () => {
    const sent = await inventory();
    await add('Gimlet');
    await details();
    press('Add Ingredient');
    const row = within(await screen.findByRole('group', { name: 'Ingredient 1' }));
    type(row.getByRole('combobox'), 'Vermouth');
    type(row.getByLabelText('Waste %'), '60');
    press('Create Product');
    expect(await row.findByText('Choose an ingredient')).toBeTruthy();
    expect(row.getByText('Enter 1 to 100,000')).toBeTruthy();
    expect(row.getByText('Enter 0 to 50')).toBeTruthy();
    expect(document.activeElement).toBe(row.getByRole('combobox'));
    press('Remove ingredient 1');
    expect(sent()).toEqual([]);
    expect(screen.queryByRole('group', { name: 'Ingredient 1' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Add Ingredient');
  });

  it('shows what the box says of its packs', async () => {
    const message = 'This barcode belongs to another product';
    await inventory({ 'POST /api/products': refusal(409, 'taken', message, { fields: { packs: message } }) });
    await add('Rum');
    press('Create Product');
    const alert = await screen.findByText(message, { selector: '.alert' });
    expect(within(screen.getByRole('region', { name: 'Packs' })).getByText(message)).toBe(alert);
  });
});

describe('an existing product', () => {
  it('reads its level in packs, and is not counted by taps', async () => {
    await inventory();
    const panel = await open('Gin');
    expect(await panel.findByText('6 × bottle + 300 ml')).toBeTruthy();
    expect(panel.queryByRole('button', { name: '+1' })).toBeNull();
    expect(panel.getByText('96')).toBeTruthy();
    expect(panel.getByText('bottle of 750 ml')).toBeTruthy();
    press('Update Stock');
    expect(await screen.findByText('In stock: 6 × bottle + 300 ml')).toBeTruthy();
    expect(screen.getAllByText('In millilitres')).toHaveLength(2);
  });

  it('says what it is mixed from, and has no stock to update', async () => {
    await inventory();
    const panel = await open('Gin Tonic');
    expect(await panel.findByText('50 ml Gin + 5 %')).toBeTruthy();
    expect(panel.getByText('1 × Tonic')).toBeTruthy();
    expect(panel.queryByRole('button', { name: 'Update Stock' })).toBeNull();
    expect(panel.queryByText('Low Stock')).toBeNull();
  });

  it('goes back on sale by its ingredient', async () => {
    await inventory({}, [GIN, { ...TONIC, soldOut: true, sellable: 0 }, { ...GIN_TONIC, soldOut: true }]);
    const panel = await open('Gin Tonic');
    expect(await panel.findByText('Tonic is sold out tonight')).toBeTruthy();
    expect(panel.queryByRole('button', { name: 'Back on sale' })).toBeNull();
  });

  it('names what its ingredients were sold as', async () => {
    const sold = {
      id: 3,
      at: '2026-11-20T10:00:00Z',
      delta: -100,
      stockAfter: 4800,
      reason: 'sale',
      userName: 'musu',
      reference: 'R-20261120-0001',
      soldAs: { productId: 9, productName: 'Gin Tonic' },
    };
    await inventory({ 'GET /api/products/7/movements?limit=6': { body: [sold] } });
    const panel = await open('Gin');
    expect(await panel.findByText(/^sold as Gin Tonic · /)).toBeTruthy();
    expect(panel.getByText('−100 ml')).toBeTruthy();
    expect(panel.getByText('6 × bottle + 300 ml left')).toBeTruthy();
  });

  it('is open where it has details, and changes its recipe as a whole', async () => {
    const sent = await inventory({ 'PUT /api/products/9': { body: GIN_TONIC } });
    await open('Gin Tonic');
    press('Edit Product');
    const row = within(await screen.findByRole('group', { name: 'Ingredient 1' }));
    type(row.getByLabelText('Amount'), '40');
    press('Save Changes');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toEqual({
      recipe: [
        { productId: 7, amount: 40, wastePercent: 5 },
        { productId: 8, amount: 1, wastePercent: 0 },
      ],
    });
  });
});

describe('the list', () => {
  it('offers Ingredients where there are any', async () => {
    await inventory();
    fireEvent.click(screen.getByRole('radio', { name: /^Ingredients/ }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Gin Tonic' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Gin' })).toBeTruthy();
  });

  it('does not where there are none', async () => {
    await inventory({}, [product()]);
    expect(screen.queryByRole('radio', { name: /^Ingredients/ })).toBeNull();
  });
});

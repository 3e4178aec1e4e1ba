/** The product panel: viewing, editing, adding, and changing the stock. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer, type RecordedCall, refusal } from '../../../test/fakeServer';
import { choose } from '../../../test/fields';
import { signInAs } from '../../../test/people';
import InventoryScreen from '../InventoryScreen';
import { product, RICE, show } from '../test/products';

const RATE = { rate: 190, updatedAt: '2026-11-20T10:00:00Z' };
const MOVEMENT = {
  id: 9,
  at: '2026-11-20T10:00:00Z',
  delta: -2,
  stockAfter: 24,
  reason: 'sale',
  userName: 'musu',
  reference: 'R-20261120-0001',
};

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const writes = (requests: RecordedCall[]) => requests.filter(({ method }) => method !== 'GET');
const alerts = () => screen.getAllByRole('alert').map((alert) => alert.textContent);

beforeEach(() => signInAs('manager'));

async function open(button: string, more: Parameters<typeof fakeServer>[0] = {}, first = product()) {
  const requests = fakeServer({
    'GET /api/products': { body: [first, RICE] },
    'GET /api/exchange-rate': { body: RATE },
    'GET /api/products/1/movements?limit=6': { body: [MOVEMENT] },
    ...more,
  });
  show(<InventoryScreen />);
  fireEvent.click(await screen.findByRole('button', { name: button }));
  await screen.findByRole('dialog');
  return requests;
}

async function edit(more: Parameters<typeof open>[1] = {}, first = product()) {
  const requests = await open('Club Beer', more, first);
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Product' }));
  return requests;
}

describe('a product that head office sets', () => {
  const owned = ['name', 'brand', 'barcode', 'category', 'description', 'taxClass'];
  const chained = (...prices: string[]) => product({ chain: { id: 'c1', fields: [...owned, ...prices] } });
  const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;

  it('says so at the fields that it sets, which cannot be changed', async () => {
    await edit({}, chained());
    expect(screen.getAllByText('Set by head office')).toHaveLength(5);
    for (const label of ['Name', 'Brand', 'Barcode', 'Description']) expect(field(label).readOnly).toBe(true);
    expect(field('Category').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: /Generate/ })).toBeNull();
    for (const label of ['USD Price', 'LRD Price', 'Section']) expect(field(label).readOnly).toBe(false);
  });

  it('includes the prices where they are its own', async () => {
    await edit({}, chained('currency', 'priceUSD', 'priceLRD'));
    expect(screen.getAllByText('Set by head office')).toHaveLength(7);
    expect(field('USD Price').readOnly).toBe(true);
  });

  it('shows a refusal of the box in words, at its field', async () => {
    await edit({
      'PUT /api/products/1': refusal(409, 'set_by_head', 'Set by head office', {
        fields: { brand: 'Set by head office' },
      }),
    });
    type('Brand', 'Other');
    press('Save Changes');
    expect(await screen.findByText('Failed to save changes: Set by head office')).toBeTruthy();
    expect(field('Brand').getAttribute('aria-invalid')).toBe('true');
  });

  it('names them where a manager looks at it', async () => {
    await open('Club Beer', {}, chained());
    expect(
      await screen.findByText('Set by head office: Name, Brand, Barcode, Category, Description, Tax Class'),
    ).toBeTruthy();
  });

  it('says none of it to a bartender', async () => {
    signInAs('bartender');
    await open('Club Beer', {}, chained());
    expect(screen.queryByText(/Set by head office/)).toBeNull();
  });
});

describe('both prices', () => {
  const hints = () =>
    ['USD Price', 'LRD Price'].map((label) => {
      const id = screen.getByLabelText(label).getAttribute('aria-describedby') ?? '';
      return document.getElementById(id)?.textContent;
    });

  it('say what happens to the other one', async () => {
    await edit();
    expect(hints()).toEqual([undefined, 'Follows the rate: L$380.00']);
    type('USD Price', '2.5');
    expect(hints()[1]).toBe('Follows the rate: L$475.00');
    type('LRD Price', '400');
    expect(hints()).toEqual([
      'Stays $2.50 when the other changes. Leave blank to follow the rate.',
      'Stays L$400.00 when the other changes. Leave blank to follow the rate.',
    ]);
  });

  it('are both saved, after a question where one changes by more than half', async () => {
    const both = product({ priceLRD: '350.00', effectivePriceLRD: '350.00' });
    const requests = await edit({ 'PUT /api/products/1': { body: both } }, both);
    type('LRD Price', '4000');
    press('Save Changes');
    await screen.findByRole('dialog', {
      name: 'The price changes from L$350.00 to L$4,000.00. Is that right?',
    });
    expect(writes(requests)).toEqual([]);
    press('Yes, save');
    await screen.findByText('Changes saved');
    expect(writes(requests)[0]?.body).toEqual({ priceLRD: '4000.00' });
  });

  it('cannot both be emptied', async () => {
    const requests = await edit();
    type('USD Price', '');
    press('Save Changes');
    await waitFor(() => expect(alerts()).toEqual(['Enter a price']));
    expect(writes(requests)).toEqual([]);
  });
});

describe('an existing product', () => {
  it('is shown with its movements', async () => {
    await open('Club Beer');
    const panel = within(screen.getByRole('dialog', { name: 'Club Beer' }));
    expect(panel.getByText('Drinks · Monrovia Breweries · 290000000001')).toBeTruthy();
    expect(panel.getByText('$2.00')).toBeTruthy();
    expect(panel.getByText('In Stock')).toBeTruthy();
    expect(panel.getByText('$48.00 · L$9,120')).toBeTruthy();
    expect(await panel.findByText('Sale · R-20261120-0001')).toBeTruthy();
    expect(panel.getByText('−2')).toBeTruthy();
  });

  it('shows the number of an order once, and groups the digits of the stock', async () => {
    const ordered = { ...MOVEMENT, reason: 'order', reference: 'Order #288', stockAfter: 1819 };
    await open(
      'Club Beer',
      { 'GET /api/products/1/movements?limit=6': { body: [ordered] } },
      product({ stock: 1819 }),
    );
    const panel = within(screen.getByRole('dialog', { name: 'Club Beer' }));
    expect(await panel.findByText('Order · #288')).toBeTruthy();
    expect(panel.getByText('1,819 left')).toBeTruthy();
    expect(panel.getByText('1,819')).toBeTruthy();
  });

  it('is edited, saved and shown again', async () => {
    const saved = product({ name: 'Club Beer 33cl', brand: null });
    const requests = await edit({ 'PUT /api/products/1': { body: saved } });
    type('Name', ' Club Beer 33cl ');
    type('Brand', '  ');
    screen.getByRole('button', { name: 'Save Changes' }).focus();
    press('Save Changes');
    expect(await screen.findByRole('button', { name: 'Edit Product' })).toBe(document.activeElement);
    expect(writes(requests).map(({ body }) => body)).toEqual([{ name: 'Club Beer 33cl', brand: null }]);
    expect(screen.getByText('Changes saved')).toBeTruthy();
  });

  it('has its old values after Cancel', async () => {
    const requests = await open('Club Beer');
    press('Edit Product');
    type('Name', 'Rum');
    press('Cancel');
    expect(screen.getByRole('dialog', { name: 'Club Beer' })).toBeTruthy();
    press('Edit Product');
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Club Beer');
    expect(writes(requests)).toEqual([]);
  });

  it('requires a name', async () => {
    const requests = await edit();
    type('Name', '  ');
    press('Save Changes');
    await waitFor(() => expect(alerts()).toEqual(['Product name is required']));
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(writes(requests)).toEqual([]);
  });

  it('keeps the typed text when the box refuses it', async () => {
    const taken = refusal(409, 'taken', 'This barcode belongs to another product', {
      fields: { barcode: 'This barcode belongs to another product' },
    });
    await edit({ 'PUT /api/products/1': taken });
    type('Barcode', '290000000002');
    press('Save Changes');
    await waitFor(() =>
      expect(alerts()).toContain('Failed to save changes: This barcode belongs to another product'),
    );
    expect(screen.getByLabelText('Barcode').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Barcode')).toHaveProperty('value', '290000000002');
  });

  it('gets a generated barcode', async () => {
    await edit();
    press('Generate barcode');
    expect((screen.getByLabelText('Barcode') as HTMLInputElement).value).toMatch(/^\d{12}$/);
  });
});

describe('a new product', () => {
  it('is created with trimmed texts, and the panel closes', async () => {
    const requests = await open('Add Product', {
      'POST /api/products': { status: 201, body: product({ id: 7 }) },
    });
    expect(screen.getByRole('dialog', { name: 'Add New Product' })).toBeTruthy();
    type('Name', ' Club Beer ');
    type('Price', '2');
    type('Stock', '24');
    press('Create Product');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(writes(requests)[0]?.body).toEqual({
      name: 'Club Beer',
      brand: null,
      barcode: null,
      price: '2.00',
      stock: 24,
      category: 'drinks',
      section: null,
      description: null,
      isAvailable: 1,
      currency: 'USD',
    });
    expect(screen.getByText('Product created')).toBeTruthy();
  });

  it('asks before a product without a price is saved', async () => {
    const requests = await open('Add Product', {
      'POST /api/products': { status: 201, body: product({ id: 7 }) },
    });
    type('Name', 'Rum');
    for (const price of ['', '0']) {
      type('Price', price);
      press('Create Product');
      const question = within(
        await screen.findByRole('dialog', { name: 'Rum has no price and sells for $0.00. Is that right?' }),
      );
      fireEvent.click(await question.findByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: /no price/ })).toBeNull());
    }
    expect(writes(requests)).toEqual([]);
    press('Create Product');
    fireEvent.click(await screen.findByRole('button', { name: 'Yes, save' }));
    await waitFor(() => expect(writes(requests)[0]?.body).toMatchObject({ name: 'Rum', price: '0.00' }));
  });

  it('reports a failure in the page', async () => {
    await open('Add Product', { 'POST /api/products': refusal(503, 'read_only', 'The disk is full') });
    type('Name', 'Rum');
    type('Price', '5');
    press('Create Product');
    await waitFor(() => expect(alerts()).toEqual(['Failed to create product: The disk is full']));
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Rum');
  });

  it('is discarded by Cancel', async () => {
    await open('Add Product');
    press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not submitted by the Enter of a scanner in the barcode field', async () => {
    const requests = await open('Add Product');
    type('Name', 'Rum');
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    expect(screen.getByLabelText('Barcode').dispatchEvent(enter)).toBe(false);
    expect(writes(requests)).toEqual([]);
  });
});

describe('Quick Stock Update', () => {
  const step = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;

  it.each([
    [0, ['-5', '-1']],
    [4, ['-5']],
    [5, []],
  ])('with a stock of %i, %j are disabled', async (stock, disabled) => {
    await open('Club Beer', {}, product({ stock }));
    expect(['-5', '-1', '+1', '+5'].filter((name) => step(name).disabled)).toEqual(disabled);
  });

  it('sends the change, not the new stock, and keeps the focus', async () => {
    const requests = await open('Club Beer', {
      'POST /api/products/1/stock': { body: product({ stock: 25 }) },
    });
    step('+1').focus();
    press('+1');
    expect(step('-1').disabled).toBe(true);
    await waitFor(() => expect(step('+1').disabled).toBe(false));
    expect(writes(requests)[0]?.body).toEqual({ delta: 1, reason: 'correction', notes: null });
    expect(document.activeElement).toBe(step('+1'));
  });

  it('shows the available stock and refetches it when another user was faster', async () => {
    const requests = await open('Club Beer', {
      'POST /api/products/1/stock': refusal(409, 'insufficient_stock', 'Only 3 units available', {
        available: 3,
      }),
    });
    press('-5');
    await waitFor(() => expect(alerts()).toEqual(['Only 3 units available']));
    await waitFor(() =>
      expect(requests.filter(({ path }) => path === '/api/products').length).toBeGreaterThan(1),
    );
  });
});

describe('Sold out tonight', () => {
  it.each(['manager', 'bartender'] as const)('is said by a %s, and taken back', async (role) => {
    signInAs(role);
    let soldOut = false;
    const requests = await open('Club Beer', {
      'GET /api/products': () => ({ body: [product({ soldOut }), RICE] }),
      'POST /api/products/1/sold-out': ({ body }) => {
        ({ soldOut } = body as { soldOut: boolean });
        return { body: product({ soldOut }) };
      },
    });
    press('Sold out tonight');
    fireEvent.click(await screen.findByRole('button', { name: 'Back on sale' }));
    await screen.findByRole('button', { name: 'Sold out tonight' });
    expect(writes(requests).map(({ body }) => body)).toEqual([{ soldOut: true }, { soldOut: false }]);
  });

  it('says in the row and in the sheet that it is sold out', async () => {
    await open('Club Beer', {}, product({ soldOut: true }));
    expect(screen.getAllByText('Sold out tonight')).toHaveLength(2);
    expect(within(screen.getByRole('dialog')).queryByText('In Stock')).toBeNull();
  });

  it('says why it was not changed', async () => {
    await open('Club Beer', {
      'POST /api/products/1/sold-out': refusal(404, 'not_found', 'Product not found'),
    });
    press('Sold out tonight');
    expect(await screen.findByText('Failed to change what is sold out')).toBeTruthy();
  });
});

describe('Update Stock', () => {
  it('saves a count with its reason', async () => {
    const requests = await open('Club Beer', {
      'POST /api/products/1/stock': { body: product({ stock: 30 }) },
    });
    press('Update Stock');
    type('Counted', '30');
    expect(screen.getByLabelText('Add or remove')).toHaveProperty('value', '6');
    expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'count');
    press('Save Stock');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Update Stock' })).toBeNull());
    expect(writes(requests)[0]?.body).toEqual({ count: 30, reason: 'count', notes: null });
    expect(screen.getByRole('dialog', { name: 'Club Beer' })).toBeTruthy();
  });

  it('asks how many were wasted and takes them away', async () => {
    const requests = await open('Club Beer', {
      'POST /api/products/1/stock': { body: product({ stock: 22 }) },
    });
    press('Update Stock');
    type('Add or remove', '2');
    choose(screen.getByLabelText('Reason'), 'waste');
    expect(await screen.findByLabelText('How many were wasted?')).toHaveProperty('value', '2');
    expect(screen.queryByLabelText('Add or remove')).toBeNull();
    type('How many were wasted?', '0');
    press('Save Stock');
    await waitFor(() => expect(alerts()).toEqual(['Enter how many were wasted']));
    type('How many were wasted?', '2');
    press('Save Stock');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Update Stock' })).toBeNull());
    expect(writes(requests)[0]?.body).toEqual({ delta: -2, reason: 'waste', notes: null });
  });

  it('requires a reason for a loss', async () => {
    const requests = await open('Club Beer');
    press('Update Stock');
    type('Add or remove', '-2');
    press('Save Stock');
    await waitFor(() => expect(alerts()).toEqual(['Reason is required']));
    expect(writes(requests)).toEqual([]);
  });
});

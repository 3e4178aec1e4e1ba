/** Changes that head office asks of bars, and the products that they share. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { toastStore } from '../../../ui/feedback/toast';
import type { ChainProduct, Directive } from '../../api/types';
import { open } from '../../test/open';
import { bar, CAPE, MAMBA, report } from '../../test/rows';
import ProductsScreen from '../products/ProductsScreen';
import ChangesScreen from './ChangesScreen';
import { amountOf, EMPTY, inputOf, knownPeople } from './change';
import { effectiveText, sentenceOf } from './sentences';

const BARS = { 'GET /api/head/bars': { body: [bar(CAPE, 'Cape Bar'), bar(MAMBA, 'Mamba Grill')] } };
const DIRECTIVES = 'GET /api/head/directives';

const change = (number: number, more: Partial<Directive> = {}): Directive => ({
  id: `id-${number}`,
  bar: CAPE,
  number,
  kind: 'rate.suggest',
  body: { rate: 195 },
  effective: 'next_day',
  by: 'Jane',
  at: '2026-11-21T10:00:00Z',
  state: 'queued',
  code: null,
  reason: null,
  decidedAt: null,
  ...more,
});
const beer: ChainProduct = {
  chainId: 'beer',
  name: 'Club Beer',
  brand: null,
  barcode: null,
  category: 'drinks',
  description: null,
  taxClass: null,
  priceOwner: 'chain',
  currency: 'USD',
  priceUSD: '2.50',
  priceLRD: null,
  bars: [CAPE],
  archived: false,
};
const PRODUCTS = { 'GET /api/head/products': { body: [beer] } };
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const posted = (requests: { method: string; body: unknown }[]) =>
  requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

describe('sentences', () => {
  const of = (kind: Directive['kind'], body: Record<string, unknown>) =>
    sentenceOf(change(1, { kind, body }), (id) => (id === 'beer' ? 'Club Beer' : undefined));
  it.each([
    [of('rate.suggest', { rate: '195' }), 'Suggest 1 USD = 195 LRD'],
    [
      of('price.set', { chainId: 'beer', priceUSD: '3.00', priceLRD: '500.00' }),
      'Club Beer costs $3.00 / L$500',
    ],
    [of('price.set', { chainId: 'gone' }), 'A product costs its own price'],
    [of('catalog.set', { chainId: 'x', name: 'Gin' }), 'Product Gin'],
    [of('catalog.archive', { chainId: 'beer' }), 'Remove Club Beer'],
    [of('user.set', { username: 'musu', role: 'manager', isActive: true }), 'User musu, manager'],
    [of('user.set', { username: 'musu', isActive: false }), 'User musu may not sign in'],
    [
      of('settings.set', { lrdCashStep: '5.00', orders: { steps: true }, tax: { mode: 'off' } }),
      'Settings: Smallest L$ for change: L$5, Orders go through Preparing and Ready: On, tax.mode',
    ],
    [of('withdraw', { number: 6 }), 'Withdraw change 6'],
    [of('newer.kind' as never, {}), 'newer.kind'],
  ])('%s', (sentence, expected) => expect(sentence).toBe(expected));

  it('say from when it counts', () => {
    const year = new Date().getFullYear();
    expect(['next_day', 'now', `${year}-12-24`].map(effectiveText)).toEqual([
      'from the next business day',
      'at once',
      'from 24 Dec',
    ]);
  });
});

describe('changes', () => {
  const all = [
    change(7, { state: 'refused', code: 'taken', reason: 'This barcode belongs to Gin' }),
    change(6, { state: 'applied' }),
    change(5, { state: 'unsupported' }),
    change(4),
  ];

  it('are listed with their state, and can be filtered', async () => {
    fakeServer({
      ...BARS,
      ...PRODUCTS,
      [DIRECTIVES]: { body: all },
      [`${DIRECTIVES}?state=unsupported`]: { body: [change(5, { state: 'unsupported' })] },
      [`${DIRECTIVES}?state=withdrawn`]: { body: [] },
    });
    open(ChangesScreen);
    const refused = within(
      (await screen.findByText('This barcode belongs to Gin')).closest('li') as HTMLElement,
    );
    expect(refused.getByText('Refused')).toBeTruthy();
    expect(await refused.findByText('Change 7 of Cape Bar, from the next business day')).toBeTruthy();
    expect(refused.queryByRole('button')).toBeNull();
    fireEvent.click(screen.getByLabelText('Box too old'));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    fireEvent.click(screen.getByLabelText('Withdrawn'));
    expect(await screen.findByText('No changes')).toBeTruthy();
  });

  it('are read page after page', async () => {
    fakeServer({
      ...BARS,
      ...PRODUCTS,
      [DIRECTIVES]: {
        body: [change(7)],
        headers: { Link: '</api/head/directives?before=id-7>; rel="next"' },
      },
      [`${DIRECTIVES}?before=id-7`]: { body: [change(6)] },
    });
    open(ChangesScreen);
    fireEvent.click(await screen.findByRole('button', { name: 'Show older' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('can be withdrawn until the bar has decided', async () => {
    fakeServer({
      ...BARS,
      ...PRODUCTS,
      [DIRECTIVES]: { body: all },
      'DELETE /api/head/directives/id-4': refusal(409, 'conflict', 'The bar has decided'),
      'DELETE /api/head/directives/id-5': { status: 204 },
    });
    open(ChangesScreen);
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw change 4 of Cape Bar' }));
    await waitFor(() => expect(toastStore.get()?.description).toBe('The bar has decided'));
    press('Withdraw change 5 of Cape Bar');
    await waitFor(() => expect(toastStore.get()?.title).toBe('The change is withdrawn'));
  });

  it('that a box has are asked to be withdrawn, and a withdrawal stays', async () => {
    const withdrawal = change(8, { kind: 'withdraw', body: { number: 4 } });
    fakeServer({
      ...BARS,
      ...PRODUCTS,
      [DIRECTIVES]: { body: [change(4, { state: 'received' }), change(7, { ...withdrawal, number: 7 })] },
      'DELETE /api/head/directives/id-4': { status: 202, body: withdrawal },
    });
    open(ChangesScreen);
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw change 4 of Cape Bar' }));
    await waitFor(() => expect(toastStore.get()?.title).toBe('Cape Bar is asked to withdraw the change'));
    expect(screen.queryByRole('button', { name: 'Withdraw change 7 of Cape Bar' })).toBeNull();
  });

  it('could not be loaded', async () => {
    fakeServer({ ...BARS, ...PRODUCTS, [DIRECTIVES]: { status: 500 } });
    open(ChangesScreen);
    expect(await screen.findByText('The changes could not be loaded')).toBeTruthy();
  });
});

describe('a new change', () => {
  async function add(role: 'owner' | 'manager', more: Parameters<typeof fakeServer>[0] = {}) {
    const requests = fakeServer({
      ...BARS,
      ...PRODUCTS,
      [DIRECTIVES]: { body: [] },
      'POST /api/head/directives': { status: 201, body: [] },
      ...more,
    });
    open(ChangesScreen, { role });
    await screen.findByText('No changes');
    press('New change');
    return { requests, sheet: within(await screen.findByRole('dialog', { name: 'New change' })) };
  }

  it('suggests a rate to all bars', async () => {
    const { requests, sheet } = await add('manager');
    expect(sheet.queryByLabelText('User')).toBeNull();
    fireEvent.click(sheet.getByRole('button', { name: 'Send' }));
    expect(await sheet.findByText('Please enter a valid exchange rate')).toBeTruthy();
    type(sheet.getByLabelText('New Rate'), '195');
    fireEvent.click(sheet.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(toastStore.get()?.title).toBe('Change sent'));
    expect(posted(requests)).toEqual([
      { kind: 'rate.suggest', body: { rate: '195' }, bars: [CAPE, MAMBA], effective: 'next_day' },
    ]);
  });

  it('sets the price of a shared product at one bar from a day on', async () => {
    const { requests, sheet } = await add('owner');
    fireEvent.click(sheet.getByLabelText('Price'));
    fireEvent.click(sheet.getByLabelText('Date'));
    fireEvent.click(sheet.getByLabelText('All bars'));
    fireEvent.click(sheet.getByRole('button', { name: 'Send' }));
    for (const text of [
      'Please choose a product',
      'Please set at least one price (USD or LRD)',
      'Please choose at least one bar',
      'Please choose a day',
    ])
      expect(await sheet.findByText(text)).toBeTruthy();
    await sheet.findByRole('option', { name: 'Club Beer' });
    choose(sheet.getByLabelText('Product'), 'beer');
    type(sheet.getByLabelText('USD Price'), '3');
    fireEvent.click(sheet.getByLabelText('Cape Bar'));
    type(sheet.getByLabelText('Day'), '2026-12-24');
    fireEvent.click(sheet.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(toastStore.get()?.title).toBe('Change sent'));
    expect(posted(requests)).toEqual([
      {
        kind: 'price.set',
        body: { chainId: 'beer', currency: 'USD', priceUSD: '3.00', priceLRD: null },
        bars: [CAPE],
        effective: '2026-12-24',
      },
    ]);
  });

  it('of a manager finds the shared products among those sold', async () => {
    const { sheet } = await add('manager', {
      'GET /api/head/reports/products?period=month&limit=500': {
        body: report([
          { chainId: 'beer', bar: null, name: 'Club Beer' },
          { chainId: null, bar: CAPE, name: 'Rice' },
        ]),
      },
    });
    fireEvent.click(sheet.getByLabelText('Price'));
    expect(await sheet.findByRole('option', { name: 'Club Beer' })).toBeTruthy();
    expect(sheet.queryByRole('option', { name: 'Rice' })).toBeNull();
  });

  it('sends a new user under the same id and key again when the answer was lost', async () => {
    const { requests, sheet } = await add('owner', {
      'POST /api/head/directives': (_, count) => (count === 1 ? 'lost' : { status: 201, body: [] }),
    });
    fireEvent.click(sheet.getByLabelText('User'));
    type(sheet.getByLabelText('Username'), 'musu');
    type(sheet.getByLabelText('Password'), 'secret words');
    fireEvent.click(sheet.getByRole('button', { name: 'Send' }));
    expect(await sheet.findByText("Can't reach head office")).toBeTruthy();
    fireEvent.click(sheet.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(toastStore.get()?.title).toBe('Change sent'));
    const [first, second] = requests.filter(({ method }) => method === 'POST');
    expect(first?.body).toEqual(second?.body);
    expect(first?.headers.get('Idempotency-Key')).toBe(second?.headers.get('Idempotency-Key'));
    expect(first?.body).toMatchObject({ kind: 'user.set', body: { username: 'musu', role: 'bartender' } });
  });

  it('changes a known user at the bars of this user alone', async () => {
    const { requests, sheet } = await add('owner', {
      [`${DIRECTIVES}?kind=user.set&limit=1000`]: {
        body: [
          change(3, {
            kind: 'user.set',
            body: { chainId: 'm', username: 'musu', role: 'manager', email: 'musu@bar.lr', phone: '0770' },
          }),
        ],
      },
    });
    fireEvent.click(sheet.getByLabelText('User'));
    await sheet.findByRole('option', { name: 'musu' });
    choose(sheet.getByLabelText('Person'), 'm');
    fireEvent.click(sheet.getByLabelText('Active'));
    fireEvent.click(sheet.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(toastStore.get()?.title).toBe('Change sent'));
    expect(posted(requests)).toMatchObject([
      { body: { chainId: 'm', email: 'musu@bar.lr', phone: '0770', isActive: false }, bars: [CAPE] },
    ]);
  });

  it('of a setting says what is wrong, and sends this setting alone', async () => {
    const { requests, sheet } = await add('owner');
    fireEvent.click(sheet.getByLabelText('Setting'));
    fireEvent.click(sheet.getByRole('button', { name: 'Send' }));
    expect(await sheet.findByText('Please choose a setting')).toBeTruthy();
    choose(sheet.getByRole('combobox', { name: 'Setting' }), 'cash.toleranceUSD');
    type(sheet.getByLabelText('Value'), 'much');
    fireEvent.click(sheet.getByRole('button', { name: 'Send' }));
    expect(await sheet.findByText('Please enter an amount such as 3.50')).toBeTruthy();
    type(sheet.getByLabelText('Value'), '2.5');
    fireEvent.click(sheet.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(toastStore.get()?.title).toBe('Change sent'));
    expect(posted(requests)).toEqual([
      {
        kind: 'settings.set',
        body: { cash: { toleranceUSD: '2.50' } },
        bars: [CAPE, MAMBA],
        effective: 'next_day',
      },
    ]);
  });

  it.each([
    ['autoPrint', 'off', { autoPrint: false }],
    ['orders.steps', 'on', { orders: { steps: true } }],
    ['approvals.wait', '90', { approvals: { wait: 90 } }],
    ['thankYouMessage', ' Come again ', { thankYouMessage: 'Come again' }],
    ['lrdCashStep', '5', { lrdCashStep: '5.00' }],
  ])('of the setting %s to %s', (setting, value, body) => {
    expect(inputOf({ ...EMPTY, kind: 'setting', setting, value }, [CAPE]).body).toEqual(body);
  });

  it('knows the users that were sent before, as they were sent last', () => {
    const user = (number: number, username: string) =>
      change(number, { kind: 'user.set', body: { chainId: 'm', username, role: 'manager' } });
    const elsewhere = { ...user(7, 'musu'), bar: MAMBA };
    const [known, ...others] = knownPeople([user(9, 'musu2'), change(8), elsewhere, user(6, 'musu')]);
    expect(others).toEqual([]);
    expect(known).toMatchObject({ chainId: 'm', username: 'musu2', role: 'manager', isActive: true });
    expect(known?.bars).toEqual([CAPE, MAMBA]);
    const sent = inputOf({ ...EMPTY, kind: 'user', person: 'm', username: 'musu2', isActive: false }, [CAPE]);
    expect(sent.body).toMatchObject({ chainId: 'm', isActive: false });
    expect(sent.body).not.toHaveProperty('password');
    expect([amountOf('2.5'), amountOf('')]).toEqual(['2.50', null]);
  });
});

describe('shared products', () => {
  it('are added, with the price of head office', async () => {
    const requests = fakeServer({
      ...BARS,
      ...PRODUCTS,
      'POST /api/head/products': { status: 201, body: beer },
    });
    open(ProductsScreen);
    expect(await screen.findByText('$2.50')).toBeTruthy();
    press('Add Product');
    const sheet = within(await screen.findByRole('dialog', { name: 'Add Product' }));
    fireEvent.click(sheet.getByLabelText('Head office'));
    fireEvent.click(sheet.getByRole('button', { name: 'Save' }));
    expect(await sheet.findByText('Product name is required')).toBeTruthy();
    expect(sheet.getByText('Please set at least one price (USD or LRD)')).toBeTruthy();
    type(sheet.getByLabelText('Name'), 'Gin');
    type(sheet.getByLabelText('LRD Price'), '500');
    fireEvent.click(sheet.getByLabelText('LRD'));
    fireEvent.click(sheet.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toastStore.get()?.title).toBe('The product is on its way to the bars'));
    expect(posted(requests)).toEqual([
      {
        name: 'Gin',
        brand: null,
        barcode: null,
        category: 'drinks',
        description: null,
        taxClass: null,
        priceOwner: 'chain',
        currency: 'LRD',
        priceUSD: null,
        priceLRD: '500.00',
        bars: [CAPE, MAMBA],
      },
    ]);
  });

  it('are removed from their bars', async () => {
    const requests = fakeServer({
      ...BARS,
      ...PRODUCTS,
      'POST /api/head/directives': { status: 201, body: [] },
    });
    open(ProductsScreen);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Club Beer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Club Beer from its bars?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(toastStore.get()?.title).toBe('The bars are asked to remove it'));
    expect(posted(requests)).toEqual([
      { kind: 'catalog.archive', body: { chainId: 'beer' }, bars: [CAPE], effective: 'next_day' },
    ]);
  });

  it('are linked with those of a bar by a person', async () => {
    const requests = fakeServer({
      ...BARS,
      ...PRODUCTS,
      [`GET /api/head/products/matches?bar=${MAMBA}`]: {
        body: [{ chainId: 'beer', productId: 12, name: 'Club Bier', barcode: null, by: 'name' }],
      },
      'POST /api/head/products/beer/link': { status: 201, body: beer },
    });
    open(ProductsScreen);
    await screen.findByText('$2.50');
    choose(screen.getByLabelText('Bar'), MAMBA);
    expect(await screen.findByText('Club Bier = Club Beer')).toBeTruthy();
    expect(screen.getByText('Similar name')).toBeTruthy();
    press('Link Club Bier with Club Beer');
    await waitFor(() => expect(toastStore.get()?.title).toBe('Linked'));
    expect(posted(requests)).toEqual([{ bar: MAMBA, productId: 12 }]);
  });

  it('are none', async () => {
    fakeServer({ ...BARS, 'GET /api/head/products': { body: [] } });
    open(ProductsScreen);
    expect(await screen.findByText('No shared products yet')).toBeTruthy();
  });
});

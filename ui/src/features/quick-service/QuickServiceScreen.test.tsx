/** Tests of the till: products, cart, discounts, selling, and a server that does not answer. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient, refresh } from '../../api/http/query';
import { openReceiptStore } from '../../api/openReceipt';
import { read } from '../../lib/state/storage';
import { refusal } from '../../test/fakeServer';
import { choose, type } from '../../test/fields';
import { signInAs } from '../../test/people';
import { BEER, RICE, withStock } from '../../test/products';
import { HOLD_MS } from './done/useDone';
import QuickServiceScreen from './QuickServiceScreen';
import {
  cart,
  fakeTillServer,
  open,
  PRODUCTS,
  pressProcessSale,
  resetTill,
  SCARCE,
  SOLD,
  sales,
  tap,
  tile,
  total,
} from './test/till';

beforeEach(resetTill);

describe('the products', () => {
  it('add one to the cart at each tap, up to the stock', async () => {
    fakeTillServer();
    await open();
    expect(tile(/Smirnoff Ice/)).toHaveProperty('disabled', true);
    expect(tile(/Smirnoff Ice/).textContent).toContain('Out of Stock');
    expect(tile(/Hennessy/).textContent).toContain('Low Stock, 2 left');
    expect(tile(/Club Beer/).textContent).toContain('In Stock, 24 left');
    for (let taps = 0; taps < 3; taps += 1) tap(/Hennessy/);
    expect(tile(/Hennessy/).textContent).toContain('2 in cart');
    expect(await screen.findByText('Only 2 units available')).toBeTruthy();
  });

  it('are found by search and by category', async () => {
    fakeTillServer();
    await open();
    const search = screen.getByRole('searchbox', { name: 'Search products' });
    fireEvent.input(search, { target: { value: 'monrovia' } });
    expect(screen.queryByRole('button', { name: /Jollof/ })).toBeNull();
    fireEvent.input(search, { target: { value: 'gold' } });
    expect(screen.getByText('No products found')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all products' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Food' }));
    expect(screen.queryByRole('button', { name: /Club Beer/ })).toBeNull();
    expect(tile(/Jollof/)).toBeTruthy();
  });

  it('begin with the favourites, which a person hides and shows again', async () => {
    const best = { salesCount: 30, products: [{ productId: RICE.id, quantity: 9 }] };
    fakeTillServer({ 'GET /api/products/best-sellers': { body: best } });
    await open();
    const titles = () => [...document.querySelectorAll('.aisle > h2')].map(({ textContent }) => textContent);
    expect(titles().slice(0, 2)).toEqual(['Favourites', 'Drinks']);
    expect(within(screen.getByRole('region', { name: 'Favourites' })).getByText('Jollof rice')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Favourites', expanded: true }));
    expect(titles().slice(0, 3)).toEqual(['Favourites', 'Drinks', 'Food']);
    cleanup();
    await open();
    expect(within(screen.getByRole('region', { name: 'Food' })).getByText('Jollof rice')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Favourites', expanded: false }));
    expect(within(screen.getByRole('region', { name: 'Favourites' })).getByText('Jollof rice')).toBeTruthy();
    // A search has no favourites.
    fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'rice' } });
    expect(screen.queryByRole('heading', { name: 'Favourites' })).toBeNull();
  });

  it('have no favourites before 30 sales', async () => {
    const best = { salesCount: 29, products: [{ productId: RICE.id, quantity: 9 }] };
    fakeTillServer({ 'GET /api/products/best-sellers': { body: best } });
    await open();
    expect(screen.queryByRole('heading', { name: 'Favourites' })).toBeNull();
  });

  it('are taken away again with the minus behind their count', async () => {
    fakeTillServer();
    await open(false);
    tap(/Club Beer/);
    tap(/Club Beer/);
    fireEvent.click(screen.getByRole('button', { name: 'Change quantity' }));
    fireEvent.click(screen.getByRole('button', { name: 'One less' }));
    expect(tile(/Club Beer/).textContent).toContain('1 in cart');
  });

  it('are scanned into the cart, and the scan is recorded', async () => {
    const requests = fakeTillServer();
    await open();
    for (const key of [...SCARCE.barcode, 'Enter']) fireEvent.keyDown(document.body, { key });
    await waitFor(() => expect(tile(/Hennessy/).textContent).toContain('1 in cart'));
    await waitFor(() =>
      expect(requests.find(({ path }) => path === '/api/scans')?.body).toEqual({ barcode: SCARCE.barcode }),
    );
    for (const key of [...'999999999', 'Enter']) fireEvent.keyDown(document.body, { key });
    expect(await screen.findByText('Unknown barcode 999999999')).toBeTruthy();
  });

  it('are scanned pack by pack with the label of a scale, each with the price inside', async () => {
    const label = { price: '27.50', currency: 'USD', grams: null };
    const requests = fakeTillServer({
      'POST /api/scans': { status: 201, body: { scan: {}, product: BEER, label } },
    });
    await open();
    for (let scan = 1; scan <= 2; scan++) {
      for (const key of [...'2100001027506', 'Enter']) fireEvent.keyDown(document.body, { key });
      await waitFor(() => expect(within(cart()).getAllByText('Price on the label')).toHaveLength(scan));
    }
    expect(total()).toContain('$55');
    expect(within(cart()).queryByRole('button', { name: 'One more' })).toBeNull();
    fireEvent.click(within(cart()).getAllByRole('button', { name: 'Remove' })[0] as HTMLElement);
    pressProcessSale();
    await waitFor(() => expect(sales(requests)).toHaveLength(1));
    expect(sales(requests)[0]?.body).toMatchObject({
      sales: [{ productId: BEER.id, quantity: 1, unitPrice: '27.50', label: '2100001027506' }],
    });
  });

  it('say so when a label holds a weight', async () => {
    const label = { price: null, currency: 'USD', grams: 275 };
    fakeTillServer({ 'POST /api/scans': { status: 201, body: { scan: {}, product: BEER, label } } });
    await open();
    for (const key of [...'2300001002751', 'Enter']) fireEvent.keyDown(document.body, { key });
    expect(await screen.findByText('Club Beer is not sold by weight')).toBeTruthy();
  });

  it('have no button to show all when there are none', async () => {
    fakeTillServer({ 'GET /api/products': { body: [] } });
    render(
      <QueryClientProvider client={queryClient}>
        <QuickServiceScreen />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('No products found')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show all products' })).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    let broken = true;
    fakeTillServer({
      'GET /api/products': () => (broken ? refusal(500, 'internal', 'No') : { body: PRODUCTS }),
    });
    render(
      <QueryClientProvider client={queryClient}>
        <QuickServiceScreen />
      </QueryClientProvider>,
    );
    await screen.findByText('The products could not be loaded');
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: /Club Beer/ });
  });
});

describe('the cart', () => {
  it('counts up and down and adds up both currencies', async () => {
    fakeTillServer();
    await open();
    tap(/Club Beer/);
    tap(/Jollof/);
    expect(total()).toBe('Total$7.00L$1,330');
    const beer = within(screen.getByRole('group', { name: 'Club Beer' }));
    fireEvent.click(beer.getByRole('button', { name: 'One more' }));
    expect(total()).toBe('Total$9.00L$1,710');
    fireEvent.click(beer.getByRole('button', { name: 'One less' }));
    fireEvent.click(beer.getByRole('button', { name: 'Remove' }));
    expect(total()).toBe('TotalL$950$5.00');
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByText('The cart is empty')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Process Sale' })).toHaveProperty('disabled', true);
  });

  it('shows why no more can be added', async () => {
    fakeTillServer();
    await open();
    tap(/Hennessy/);
    tap(/Hennessy/);
    expect(screen.getByRole('button', { name: 'One more' })).toHaveProperty('disabled', true);
    expect(cart().textContent).toContain('all 2 in cart');
  });

  it('survives a reload', async () => {
    fakeTillServer();
    await open();
    tap(/Club Beer/);
    tap(/Club Beer/);
    choose(screen.getByLabelText('Payment Method'), 'digital');
    cleanup();
    await open();
    expect(total()).toBe('Total$4.00L$760');
    expect(screen.getByLabelText('Payment Method')).toHaveProperty('value', 'digital');
  });

  it('takes a new price over and reports it', async () => {
    let products = PRODUCTS;
    fakeTillServer({ 'GET /api/products': () => ({ body: products }) });
    await open();
    tap(/Club Beer/);
    products = [{ ...BEER, effectivePriceUSD: '2.50', effectivePriceLRD: '475.00' }, RICE];
    await act(() => refresh('/api/products'));
    expect(await screen.findByText('Club Beer: new price.')).toBeTruthy();
    expect(total()).toBe('Total$2.50L$475');
    expect(cart().textContent).toContain('$2.50 each · was $2.00');
  });

  it('is a bar on a phone, and opens as a sheet', async () => {
    fakeTillServer();
    await open(false);
    expect(screen.queryByRole('button', { name: 'Process Sale' })).toBeNull();
    tap(/Club Beer/);
    const bar = screen.getByRole('button', { name: /Open cart/ });
    expect(bar.textContent).toContain('$2.00L$380 · 1 item');
    fireEvent.click(bar);
    expect(screen.getByRole('dialog', { name: 'Cart' })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Process Sale' })).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('another price', () => {
  const change = async () => {
    fireEvent.click(screen.getByRole('button', { name: /Change price$/ }));
    return within(await screen.findByRole('dialog', { name: 'Change Price' }));
  };

  it('is not offered to a bartender', async () => {
    fakeTillServer();
    await open();
    tap(/Club Beer/);
    expect(cart().textContent).toContain('$2.00 each');
    expect(screen.queryByRole('button', { name: /Change price/ })).toBeNull();
  });

  it('is sold with a reason, and shown beside the list price', async () => {
    signInAs('manager');
    const requests = fakeTillServer();
    await open();
    tap(/Club Beer/);
    tap(/Club Beer/);
    const dialog = await change();
    fireEvent.click(dialog.getByRole('button', { name: 'Change Price' }));
    expect(dialog.getByText('Please enter a price of 0 or more')).toBeTruthy();
    expect(dialog.getByText('Reason is required')).toBeTruthy();
    type(dialog.getByLabelText('Price each ($)'), '2');
    type(dialog.getByLabelText('Reason'), ' Happy hour ');
    expect(dialog.getByText('This is the list price')).toBeTruthy();
    type(dialog.getByLabelText('Price each ($)'), '1.50');
    expect(dialog.getByText('L$285.00')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Change Price' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(total()).toBe('Total$3.00L$570');
    expect(cart().textContent).toContain('$1.50 each · list price $2.00 · Happy hour');
    pressProcessSale();
    await screen.findByText('Sold');
    expect(sales(requests)[0]?.body).toMatchObject({
      sales: [{ quantity: 2, unitPrice: '1.50', totalAmount: '3.00', discountReason: 'Happy hour' }],
    });
  });

  it('is 0 on the house, and can be reset to the list price', async () => {
    signInAs('admin');
    fakeTillServer();
    await open();
    tap(/Club Beer/);
    fireEvent.click((await change()).getByRole('button', { name: 'On the house' }));
    expect(total()).toBe('Total$0.00L$0');
    expect(cart().textContent).toContain('· On the house');
    fireEvent.click((await change()).getByRole('button', { name: 'Back to the list price' }));
    expect(total()).toBe('Total$2.00L$380');
    expect(cart().textContent).not.toContain('list price');
  });
});

describe('Process Sale', () => {
  it('does not sell a cart again that another tab has just sold', async () => {
    const requests = fakeTillServer();
    await open();
    tap(/Club Beer/);
    // The other tab removes the cart and then its key; the storage event has not come yet.
    localStorage.removeItem('barback_cart:bartender');
    localStorage.removeItem('barback_cart-key:bartender');
    pressProcessSale();
    expect(await screen.findByText('The cart is empty')).toBeTruthy();
    expect(sales(requests)).toEqual([]);
  });

  it('sells the cart, empties it and offers the receipt', async () => {
    const requests = fakeTillServer();
    await open(false);
    tap(/Club Beer/);
    pressProcessSale();
    expect(await screen.findByText('Sold')).toBeTruthy();
    expect(screen.getByText('R-20261121-0007')).toBeTruthy();
    expect(sales(requests)[0]?.body).toMatchObject({
      paymentMethod: 'cash',
      sales: [{ productId: 1, quantity: 1, unitPrice: '2.00', exchangeRate: 190, paymentMethod: 'cash' }],
    });
    expect(tile(/Club Beer/).getAttribute('aria-pressed')).toBe('false');
    expect(read('barback_cart:bartender')).toBeNull();
    expect(read('barback_cart-key:bartender')).toBeNull();
    await waitFor(() => expect(requests.filter(({ path }) => path === '/api/products')).toHaveLength(2));
    expect(screen.getByRole('button', { name: 'View receipt' })).toHaveProperty('disabled', true);
    await screen.findByText('Sale completed', {}, { timeout: 2 * HOLD_MS });
    fireEvent.click(screen.getByRole('button', { name: 'View receipt' }));
    expect(openReceiptStore.get()).toBe('R-20261121-0007');
  });

  it('sells once when it is pressed twice', async () => {
    const requests = fakeTillServer();
    await open();
    tap(/Club Beer/);
    pressProcessSale();
    pressProcessSale();
    await screen.findByText('Sold');
    expect(sales(requests)).toHaveLength(1);
  });

  it('shows the new prices of a refusal, and sells at the next press', async () => {
    let products = PRODUCTS;
    const fresh = [{ productId: 1, currency: 'USD', unitPriceUSD: '2.50', unitPriceLRD: '475.00' }];
    const requests = fakeTillServer({
      'GET /api/products': () => ({ body: products }),
      'POST /api/sales/batch': (_, count) =>
        count === 1 ? refusal(409, 'price_changed', 'The price has changed', { fresh }) : SOLD,
    });
    await open();
    tap(/Club Beer/);
    products = [{ ...BEER, effectivePriceUSD: '2.50', effectivePriceLRD: '475.00' }, RICE];
    pressProcessSale();
    expect(await screen.findByText('Failed to process sales')).toBeTruthy();
    expect(total()).toBe('Total$2.50L$475');
    expect(cart().textContent).toContain('was $2.00');
    await waitFor(() => expect(requests.filter(({ path }) => path === '/api/products')).toHaveLength(2));
    pressProcessSale();
    await screen.findByText('Sold');
    const [first, second] = sales(requests);
    expect(second?.body).toMatchObject({ sales: [{ unitPrice: '2.50' }] });
    expect(second?.headers.get('Idempotency-Key')).not.toBe(first?.headers.get('Idempotency-Key'));
  });

  it('shows the new rate', async () => {
    fakeTillServer({
      'POST /api/sales/batch': refusal(409, 'rate_changed', 'The rate has changed', { rate: 195 }),
    });
    await open();
    tap(/Club Beer/);
    pressProcessSale();
    expect(await screen.findByText(/Now 1 USD = 195 LRD/)).toBeTruthy();
  });

  it('corrects a line that exceeds the stock', async () => {
    let products = PRODUCTS;
    fakeTillServer({
      'GET /api/products': () => ({ body: products }),
      'POST /api/sales/batch': refusal(409, 'insufficient_stock', 'Only 1 units available', {
        available: 1,
        productId: 3,
      }),
    });
    await open(false);
    tap(/Hennessy/);
    tap(/Hennessy/);
    products = [BEER, RICE, withStock(SCARCE, 1)];
    pressProcessSale();
    expect(await screen.findByText('Only 1 units available')).toBeTruthy();
    const sheet = within(screen.getByRole('dialog', { name: 'Cart' }));
    await waitFor(() => expect(sheet.getByRole('group').textContent).toBe('1'));
  });
});

describe('without an answer', () => {
  it('shows that it waits, fails, and sends the same key at the next press', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    let silent = true;
    const requests = fakeTillServer({ 'POST /api/sales/batch': () => (silent ? 'lost' : SOLD) });
    const opened = open();
    await vi.runOnlyPendingTimersAsync();
    await opened;
    tap(/Club Beer/);
    pressProcessSale();
    await vi.advanceTimersByTimeAsync(100);
    expect(screen.getByRole('button', { name: 'Waiting for the box…' })).toHaveProperty('disabled', true);
    await vi.advanceTimersByTimeAsync(21_000);
    expect(screen.getByText('Failed to process sales')).toBeTruthy();
    const key = read('barback_cart-key:bartender');
    expect(sales(requests).every(({ headers }) => headers.get('Idempotency-Key') === key)).toBe(true);
    silent = false;
    pressProcessSale();
    await vi.advanceTimersByTimeAsync(100);
    expect(sales(requests).at(-1)?.headers.get('Idempotency-Key')).toBe(key);
    expect(screen.getByText('Sold')).toBeTruthy();
  });

  it('shows the message of a box that cannot save', async () => {
    fakeTillServer({ 'POST /api/sales/batch': refusal(503, 'read_only', 'The disk is full') });
    await open();
    tap(/Club Beer/);
    pressProcessSale();
    expect(await screen.findByText('Failed to process sales')).toBeTruthy();
    expect(screen.getByText('The disk is full')).toBeTruthy();
    expect(screen.queryByText(/did not answer/)).toBeNull();
  });

  it.each([
    [false, 'The box cannot save right now. Check its disk. Nothing was saved.', null],
    [null, 'We are not sure this was saved. Try again; it cannot be saved twice.', 'alert'],
  ])('shows the message of a sale that could not be saved: saved is %s', async (saved, message, alert) => {
    const failed = { status: 503, body: { message, code: 'read_only', fields: null, saved } };
    const answers = [failed, SOLD];
    const requests = fakeTillServer({ 'POST /api/sales/batch': (_, count) => answers[count - 1] ?? SOLD });
    await open();
    tap(/Club Beer/);
    pressProcessSale();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByText(/We are not sure the last sale arrived/) !== null).toBe(alert !== null);
    pressProcessSale();
    expect(await screen.findByText('Sold')).toBeTruthy();
    expect(new Set(sales(requests).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });

  it('reports that the sale was stored, and keeps only what was added later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    let silent = true;
    const taken = refusal(409, 'conflict', 'This key was used for something else');
    const requests = fakeTillServer({
      'POST /api/sales/batch': ({ body }) => {
        if (silent) return 'lost';
        return (body as { sales: unknown[] }).sales.length === 1 ? SOLD : taken;
      },
    });
    const opened = open();
    await vi.runOnlyPendingTimersAsync();
    await opened;
    tap(/Club Beer/);
    pressProcessSale();
    await vi.advanceTimersByTimeAsync(21_000);
    silent = false;
    tap(/Jollof/);
    pressProcessSale();
    await vi.advanceTimersByTimeAsync(HOLD_MS + 100);
    expect(screen.getByText(/R-20261121-0007 was saved before/)).toBeTruthy();
    expect(new Set(sales(requests).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    expect(total()).toBe('TotalL$950$5.00');
  });
});

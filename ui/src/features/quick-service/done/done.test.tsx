/** After a sale: the place of the button is kept, and the till is ready for the next guest. */
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { fakeTillServer, open, pressProcessSale, resetTill, SOLD, sales, tap } from '../test/till';
import { HOLD_MS } from './useDone';

beforeEach(resetTill);

it('gives its place to the next cart at once, which sells nothing for the rest of the time', async () => {
  const requests = fakeTillServer();
  await open(false);
  tap(/Club Beer/);
  pressProcessSale();
  const sold = await screen.findByText('Sold');
  expect(sold.closest('section')?.textContent).toContain('SoldR-20261121-0007');
  const began = performance.now();
  tap(/Jollof/);
  await waitFor(() => expect(screen.queryByText('Sold')).toBeNull());
  expect(screen.queryByText('Sale completed')).toBeNull();
  expect(screen.getByRole('button', { name: /1 item/ })).toBeTruthy();
  expect(document.querySelector('[data-guard]')).toBeTruthy();
  // Taps at the place do nothing, and do not prolong it.
  while (performance.now() - began < HOLD_MS - 200) {
    fireEvent.pointerDown(document.querySelector('[data-guard]') as Element);
    pressProcessSale();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(sales(requests)).toHaveLength(1);
  await waitFor(() => expect(document.querySelector('[data-guard]')).toBeNull(), { timeout: 1_000 });
  expect(performance.now() - began).toBeLessThan(HOLD_MS + 300);
  fireEvent.pointerDown(document.body, { clientX: 900 });
  pressProcessSale();
  await waitFor(() => expect(sales(requests)).toHaveLength(2));
});

it('keeps the change of the last sale in sight when the next cart begins', async () => {
  const tender = { method: 'cash', currency: 'USD', amount: '20.00', reference: null };
  fakeTillServer({
    'POST /api/sales/batch': {
      status: 201,
      body: { ...SOLD.body, payment: { tenders: [tender], changeUSD: '16.00', changeLRD: '0.00' } },
    },
  });
  await open(false);
  tap(/Club Beer/);
  pressProcessSale();
  await screen.findByText('Sold');
  tap(/Jollof/);
  expect(await screen.findByText(/Change: \$16/)).toBeTruthy();
  expect(screen.queryByText('Sold')).toBeNull();
});

it('clears the search, and gives it the focus where keys were used', async () => {
  fakeTillServer();
  await open();
  const search = screen.getByRole('searchbox', { name: 'Search products' }) as HTMLInputElement;
  for (const [code, focused] of [
    ['', false],
    ['KeyC', true],
  ] as const) {
    fireEvent.keyDown(search, { key: 'c', code });
    fireEvent.input(search, { target: { value: 'club' } });
    tap(/Club Beer/);
    search.blur();
    pressProcessSale();
    await waitFor(() => expect(search.value).toBe(''));
    expect(document.activeElement === search).toBe(focused);
  }
});

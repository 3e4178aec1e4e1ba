/** Test helpers of the till: a fake server with four products, the open screen, and the steps of a user. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { expect, vi } from 'vitest';
import { queryClient } from '../../../api/http/query';
import { openReceiptStore } from '../../../api/openReceipt';
import { fakeServer, type RecordedCall } from '../../../test/fakeServer';
import { signInAs } from '../../../test/people';
import { BEER, product, RICE } from '../../../test/products';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import QuickServiceScreen from '../QuickServiceScreen';

export const SCARCE = product(3, 'Hennessy VS', { stock: 2, barcode: '6001234567890' });
export const OUT = product(4, 'Smirnoff Ice', { stock: 0 });
export const PRODUCTS = [BEER, RICE, SCARCE, OUT];
export const SOLD = { body: { sales: [], receipt: { receiptNumber: 'R-20261121-0007' } }, status: 201 };

export type Answers = Parameters<typeof fakeServer>[0];
/** A fake server with these products and the rate 190, where `answers` does not replace them. */
export function fakeTillServer(answers: Answers = {}): RecordedCall[] {
  return fakeServer({
    'GET /api/products': { body: PRODUCTS },
    'GET /api/exchange-rate': { body: { rate: 190, updatedAt: '2026-11-21T10:00:00Z' } },
    'POST /api/scans': { status: 201, body: { scan: {}, product: null } },
    'POST /api/sales/batch': SOLD,
    ...answers,
  });
}

/** Opens the till; with `wide` the cart is beside the products, as on a tablet. */
export async function open(wide = true) {
  vi.stubGlobal('matchMedia', () => ({
    matches: wide,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  render(
    <QueryClientProvider client={queryClient}>
      <QuickServiceScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  // What the screen loads after it is shown.
  await Promise.all([
    import('../panel/CartContent'),
    import('../panel/CartTools'),
    import('../cash/CashReceived'),
  ]);
  await screen.findByRole('button', { name: /Club Beer/ });
  if (wide) await waitFor(() => expect(cart().querySelector('footer')).toBeTruthy());
  await waitFor(() => expect(queryClient.getQueryData(['/api/exchange-rate'])).toBeTruthy());
}

export const tile = (name: RegExp) => screen.getByRole('button', { name });
export const tap = (name: RegExp) => fireEvent.click(tile(name));
export const pressProcessSale = () => fireEvent.click(screen.getByRole('button', { name: 'Process Sale' }));
export const sales = (requests: RecordedCall[]) => requests.filter(({ path }) => path === '/api/sales/batch');
export const cart = () => screen.getByRole('complementary', { name: 'Cart' });
export const total = () => within(cart()).getByText('Total').parentElement?.textContent;

/** Before every test: an empty cache, no toast, no receipt, a bartender signed in. */
export function resetTill() {
  queryClient.clear();
  dismissToast();
  openReceiptStore.set(null);
  signInAs('bartender');
}

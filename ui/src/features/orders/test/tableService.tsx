/** Test helpers of the table service: a box with products, tables and one order, and the steps of a user. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { expect } from 'vitest';
import { queryClient } from '../../../api/http/query';
import { fakeServer, type RecordedCall } from '../../../test/fakeServer';
import { order, table } from '../../../test/orders';
import { signInAs } from '../../../test/people';
import { BEER, product, RICE } from '../../../test/products';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import TableServiceScreen from '../TableServiceScreen';

export const OUT = product(3, 'Smirnoff Ice', { stock: 0 });
export const WINE = product(4, 'House wine', { stock: 2 });
export const PRODUCTS = [BEER, OUT, WINE, product(6, 'Fanta'), product(7, 'Sprite'), RICE];
export const TABLES = [table(1), table(4, { status: 'occupied', capacity: 6 })];

type Answers = Parameters<typeof fakeServer>[0];

export async function open(answers: Answers = {}): Promise<RecordedCall[]> {
  const requests = fakeServer({
    'GET /api/products': { body: PRODUCTS },
    'GET /api/tables': { body: TABLES },
    'GET /api/orders': { body: [order(1)] },
    'GET /api/exchange-rate': { body: { rate: 190, updatedAt: '2026-11-21T10:00:00Z' } },
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <TableServiceScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByText('Club Beer', { selector: '.quick .name' });
  await screen.findByRole('button', { name: 'Table 1' });
  await screen.findByRole('radiogroup', { name: 'Show' });
  await waitFor(() => expect(queryClient.getQueryData(['/api/exchange-rate'])).toBeTruthy());
  return requests;
}

export const press = (name: string | RegExp, within_ = screen as Pick<typeof screen, 'getByRole'>) =>
  fireEvent.click(within_.getByRole('button', { name }));
export const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
/** Waits for a dialog whose code is loaded after the screen's. */
export const opened = async (name: string) => within(await screen.findByRole('dialog', { name }));
export const card = () => within(screen.getByRole('article', { name: 'Table 4' }));
export const sent = (requests: RecordedCall[], method: string, path: string) =>
  requests.filter((call) => call.method === method && call.path === path);
/** Opens a deed of the order under '…'. */
export async function deed(name: string) {
  press(/^More for/, card());
  press(name, await opened('Order #1'));
}
export const row = (name: string) =>
  within(dialog('Select Drinks').getByText(name).closest('li') ?? document.body);

export async function pick(...names: string[]) {
  press('Select Drinks', dialog('New Drink Order'));
  await opened('Select Drinks');
  for (const name of names) press(/^Add/, row(name));
  press('Done', dialog('Select Drinks'));
}

/** Before every test: an empty cache, no toast, a bartender signed in. */
export function resetTables() {
  queryClient.clear();
  dismissToast();
  signInAs('bartender');
}

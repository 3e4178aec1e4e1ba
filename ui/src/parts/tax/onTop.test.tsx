/** Tax in the cart of the till: rows, total, what is sent. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import {
  cart,
  fakeTillServer,
  open,
  pressProcessSale,
  resetTill,
  sales,
  tap,
  total,
} from '../../features/quick-service/test/till';
import { CASH_SETUP } from '../../test/methods';
import { inForce } from '../../test/tax';
import OnTop from './OnTop';
import { taxStore } from './store';
import { TaxRows } from './TaxRows';

beforeEach(resetTill);

async function till(mode: 'included' | 'added') {
  const requests = fakeTillServer({
    'GET /api/tax': { body: inForce(mode) },
    'GET /api/cash/setup': { body: CASH_SETUP },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <OnTop />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(taxStore.get()).toBeTruthy());
  await open();
  await screen.findByRole('button', { name: 'Process Sale' });
  return requests;
}
const row = (label: string) => [...cart().querySelectorAll('dt')].find((dt) => dt.textContent === label);
const amount = (label: string) => row(label)?.nextElementSibling?.textContent;

it('adds tax to the total, to the cash that is due, and to what the sale claims', async () => {
  const requests = await till('added');
  tap(/Club Beer/);
  tap(/Club Beer/);
  tap(/Jollof/);
  expect(amount('Subtotal')).toBe('$9.00 · L$1,710');
  expect(amount('GST 13 %')).toBe('$1.17 · L$222');
  expect(total()).toBe('Total$10.17L$1,932');
  await screen.findByRole('radio', { name: '$10 + L$30' });
  pressProcessSale();
  await screen.findByText('Sold');
  expect(sales(requests)[0]?.body).toMatchObject({
    grandTotalUSD: '10.17',
    grandTotalLRD: '1932.30',
    tenders: [
      { method: 'cash', currency: 'USD', amount: '10.00' },
      { method: 'cash', currency: 'LRD', amount: '30.00' },
    ],
    assumed: true,
  });
});

it('shows the tax that prices contain, and leaves the total as it is', async () => {
  const requests = await till('included');
  tap(/Club Beer/);
  tap(/Jollof/);
  expect(amount('Subtotal')).toBe('$7.00 · L$1,330');
  expect(amount('GST 13 %')).toBe('incl. $0.81 · L$153');
  expect(total()).toBe('Total$7.00L$1,330');
  pressProcessSale();
  await screen.findByText('Sold');
  expect(sales(requests)[0]?.body).toMatchObject({ grandTotalUSD: '7.00', grandTotalLRD: '1330.00' });
});

it('leaves nothing behind when tax is switched off', async () => {
  await till('added');
  cleanup();
  expect(taxStore.get()).toBeNull();
  const requests = fakeTillServer();
  await open();
  tap(/Club Beer/);
  expect(row('Subtotal')).toBeUndefined();
  expect(total()).toBe('Total$2.00L$380');
  pressProcessSale();
  await screen.findByText('Sold');
  expect(sales(requests)[0]?.body).not.toHaveProperty('grandTotalUSD');
  expect(requests.filter(({ path }) => path.startsWith('/api/tax'))).toEqual([]);
});

it('shows a label once for each way in which it counts', () => {
  const both = [true, false].map((included) => ({
    label: 'GST 13 %',
    amounts: { usd: 26, lrd: 0 },
    included,
  }));
  const { container, rerender } = render(<TaxRows rows={both} leads="USD" />);
  rerender(<TaxRows rows={both.slice(1)} leads="USD" />);
  expect(container.textContent).toBe('GST 13 %$0.26 · L$0');
});

/** What came in tonight. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import type { Schemas } from '../../../api/calls';
import { queryClient } from '../../../api/http/query';
import { fakeServer } from '../../../test/fakeServer';
import { CASH_SETUP } from '../../../test/methods';
import { MoneyTonight } from './MoneyCards';

it('has the names of the methods, also of those that are none of the list', async () => {
  queryClient.clear();
  fakeServer({ 'GET /api/cash/setup': { body: CASH_SETUP } });
  const takings = ['cash', 'mixed'].map((paymentMethod) => ({
    paymentMethod,
    amountUSD: '4.00',
    amountLRD: '760.00',
  })) as Schemas['SalesReport']['takings'];
  render(
    <QueryClientProvider client={queryClient}>
      <MoneyTonight takings={takings} />
    </QueryClientProvider>,
  );
  await screen.findByText('Mixed');
  expect(screen.getByText('Cash')).toBeTruthy();
  expect(screen.queryByText('mixed')).toBeNull();
});

it('has mobile money as one row, whether it came at the till or on an order', async () => {
  queryClient.clear();
  fakeServer({ 'GET /api/cash/setup': { body: CASH_SETUP } });
  const takings = ['digital', 'mobile'].map((paymentMethod) => ({
    paymentMethod,
    amountUSD: '4.00',
    amountLRD: '0.00',
  })) as Schemas['SalesReport']['takings'];
  render(
    <QueryClientProvider client={queryClient}>
      <MoneyTonight takings={takings} />
    </QueryClientProvider>,
  );
  const row = (await screen.findByText('Mobile money')).closest('tr');
  expect(row?.textContent).toContain('$8.00');
  expect(screen.queryByText('Digital Payment')).toBeNull();
});

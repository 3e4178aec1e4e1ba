/** Mobile money is one row. */
import { expect, it } from 'vitest';
import { mergedTakings, mergedTenders } from './mobileMoney';

it('adds up what the till and the orders took', () => {
  const taking = (paymentMethod: string, amountUSD: string, amountLRD: string) => ({
    paymentMethod,
    amountUSD,
    amountLRD,
  });
  expect(
    mergedTakings([
      taking('cash', '5.00', '0.00'),
      taking('digital', '2.00', '380.00'),
      taking('mobile', '-0.50', '20.00'),
    ]),
  ).toEqual([taking('cash', '5.00', '0.00'), taking('mobile', '1.50', '400.00')]);
});

it('keeps currencies apart', () => {
  const row = (method: string, currency: 'USD' | 'LRD', tendered: string) => ({
    method,
    name: method,
    currency,
    count: 1,
    tendered,
    refunded: '0.00',
  });
  const rows = mergedTenders([
    row('digital', 'USD', '2.00'),
    row('mobile', 'LRD', '380.00'),
    row('mobile', 'USD', '1.00'),
  ]);
  expect(rows.map(({ name, currency, count, tendered }) => [name, currency, count, tendered])).toEqual([
    ['Mobile money', 'USD', 2, '3.00'],
    ['Mobile money', 'LRD', 1, '380.00'],
  ]);
});

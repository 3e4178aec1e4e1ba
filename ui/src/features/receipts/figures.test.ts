/** The four figures above the list of receipts. */
import { expect, it } from 'vitest';
import { receipt } from '../../test/receipts';
import { figuresOf } from './figures';

it('counts receipts, dollars, receipts of the business day, and payment methods', () => {
  const night = receipt(3, {
    // After midnight, but still in the business day before.
    receiptNumber: 'R-20261120-0009',
    createdAt: '2026-11-21T01:30:00Z',
    paymentMethod: 'card',
    totalAmountUSD: '0.79',
  });
  expect(figuresOf([receipt(1), receipt(2), night], '2026-11-21')).toEqual({
    count: 3,
    usd: 2_879,
    today: 2,
    methods: 2,
  });
  expect(figuresOf([], '2026-11-21')).toEqual({ count: 0, usd: 0, today: 0, methods: 0 });
});

it('leaves what was voided out of the dollars', () => {
  const receipts = [receipt(1), receipt(2, { voided: 'all' }), receipt(3, { voided: 'part' })];
  expect(figuresOf(receipts, '2026-11-21')).toMatchObject({ count: 3, usd: 2_800 });
});

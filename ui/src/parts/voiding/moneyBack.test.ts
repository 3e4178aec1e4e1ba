/** The sentence that says what to give back. */
import { expect, it } from 'vitest';
import { moneyBackText, worthOf, worthText } from './moneyBack';

const part = (method: string, name: string, currency: 'USD' | 'LRD', amount: string) => ({
  method,
  name,
  currency,
  amount,
});

it('says the amount and the way', () => {
  expect(moneyBackText([part('cash', 'Cash', 'USD', '4.00')])).toBe('Give the guest $4.00 back in cash');
  expect(moneyBackText([part('mtn_momo', 'MTN MoMo', 'LRD', '-380.00')])).toBe(
    'Give the guest L$380 back by MTN MoMo',
  );
});

it('joins several ways, and adds up the same one', () => {
  expect(
    moneyBackText([
      part('cash', 'Cash', 'USD', '-4.00'),
      part('card', 'Credit/Debit Card', 'USD', '-2.00'),
      part('cash', 'Cash', 'USD', '-1.50'),
      part('digital', 'Digital Payment', 'LRD', '-100.00'),
      part('mobile', 'Mobile', 'LRD', '-280.00'),
    ]),
  ).toBe('Give the guest $5.50 back in cash, $2.00 by card, L$380 by mobile money');
});

it('says nothing for nothing', () => {
  expect(moneyBackText([])).toBeNull();
  expect(moneyBackText([part('cash', 'Cash', 'USD', '0.00')])).toBeNull();
});

it('adds up by currency, however it is given', () => {
  const worth = worthOf([
    part('cash', 'Cash', 'USD', '4.00'),
    part('card', 'Credit/Debit Card', 'USD', '2.00'),
    part('cash', 'Cash', 'LRD', '380.00'),
  ]);
  expect(worth).toEqual([
    { currency: 'USD', cents: 600 },
    { currency: 'LRD', cents: 38_000 },
  ]);
  expect(worthText(worth)).toBe('Give the guest $6.00 and L$380 back');
  expect(worthText(worthOf([part('cash', 'Cash', 'USD', '0.00')]))).toBeNull();
});

/** An order as the rows of its bill. */
import { expect, it } from 'vitest';
import { order } from '../../test/orders';
import { gst } from '../../test/tax';
import { itemRows, nextPrint, placeOf, sums, taxRows } from './rows';

const [BEER, SOUP] = order(1).items;

it('shows the discount under the price before it, and what is given free', () => {
  const discounted = { ...BEER, totalPrice: '7.20', discountUSD: '0.80', discountLRD: '152.00' };
  const free = { ...SOUP, totalPrice: '0.00', discountUSD: '6.00', discountLRD: '1140.00', isComp: true };
  const rows = itemRows({ items: [discounted, free] as (typeof BEER)[] as never, serviceLines: [] });
  expect(rows).toEqual([
    {
      label: '4 × Club Beer',
      amount: '$8.00',
      unit: '@ $2.00',
      below: [{ label: 'Discount', amount: '−$0.80' }],
    },
    {
      label: '1 × Pepper soup',
      amount: 'L$1,140',
      unit: '@ L$1,140',
      below: [{ label: 'Comp', amount: '−L$1,140' }],
    },
  ]);
});

it('says what is paid and still to pay, in both currencies', () => {
  expect(sums(order(1))).toEqual({
    total: ['$14.00', 'L$2,660'],
    paid: null,
    due: ['$14.00', 'L$2,660'],
  });
  const partly = order(1, { paidAmountUSD: '20.00', paidAmountLRD: '-950.00', remainingUSD: '1.00' });
  expect(sums(partly).paid).toBe('$20.00 − L$950');
  expect(sums(order(1, { currency: 'LRD' })).total).toEqual(['L$2,660', '$14.00']);
});

it('shows the taxes in the currency of the order', () => {
  const items = [{ ...BEER, tax: gst('added'), taxUSD: '1.04', taxLRD: '197.60' }] as never;
  expect(taxRows(order(1, { items }))).toEqual([{ label: 'GST 13 %', amount: '$1.04' }]);
});

it('names the place, and counts the next print', () => {
  expect(placeOf({ tableNumber: 4, tableName: null, customerName: 'Musu' })).toBe('Table 4 · Musu');
  expect(placeOf({ tableNumber: 4, tableName: null, customerName: 'Table 4' })).toBe('Table 4');
  expect(placeOf({ tableNumber: 4, tableName: 'VIP', customerName: 'Musu' })).toBe('VIP · Musu');
  expect(placeOf({ tableNumber: 4, tableName: 'VIP', customerName: 'VIP' })).toBe('VIP');
  expect(placeOf({ tableNumber: null, tableName: null, customerName: 'Musu' })).toBe('Musu');
  const bill = { number: 'B-20261123-0007', at: '', printCount: 2, grandTotalUSD: '', grandTotalLRD: '' };
  expect(nextPrint(null)).toBe(1);
  expect(nextPrint({ ...bill, state: 'open' })).toBe(3);
  expect(nextPrint({ ...bill, state: 'changed' })).toBe(1);
});

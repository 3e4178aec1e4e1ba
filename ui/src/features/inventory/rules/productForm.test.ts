/** The rules of the product form. */
import { describe, expect, it } from 'vitest';
import { product, RICE } from '../test/products';
import { check, EMPTY, formOf, parseStock, toBody, toChanges } from './productForm';

describe('check', () => {
  it.each([
    [{ name: '  ' }, true, { name: 'Product name is required' }],
    [{ name: 'Rum' }, true, {}],
    [{ name: 'Rum', price: '1.234' }, true, { price: 'Enter an amount such as 3.50' }],
    [{ name: 'Rum' }, false, { priceUSD: 'Enter a price' }],
    [{ name: 'Rum', currency: 'LRD' }, false, { priceLRD: 'Enter a price' }],
    [{ name: 'Rum', priceLRD: '350' }, false, {}],
    [{ name: 'Rum', priceUSD: '2', priceLRD: 'x' }, false, { priceLRD: 'Enter an amount such as 3.50' }],
    [{ name: 'Rum', stock: '-1' }, true, { stock: 'Stock must be 0 or more' }],
  ] as const)('%j', (more, isNew, errors) => {
    expect(check({ ...EMPTY, price: '1', ...more }, isNew)).toEqual(errors);
  });
});

it.each([
  ['12', 12],
  ['', 0],
  ['abc', 0],
  ['7.9', 7],
  ['-3', -3],
])('parses stock %j as %i', (text, stock) => expect(parseStock(text)).toBe(stock));

describe('the mode of the stock', () => {
  const free = product({ stock: null, stockMode: 'free', floor: false });

  it('is sent where it is not the usual one', () => {
    const form = { ...EMPTY, name: 'Rice', price: '5' };
    expect(toBody(form)).toMatchObject({ stock: 0 });
    expect(toBody(form)).not.toHaveProperty('stockMode');
    expect(toBody({ ...form, stockMode: 'free' })).toMatchObject({ stockMode: 'free' });
    expect(toBody({ ...form, stockMode: 'free' })).not.toHaveProperty('stock');
    expect(toBody({ ...form, belowZero: true })).toMatchObject({ stock: 0, floor: false });
  });

  it('changes with the level that was typed, or without one', () => {
    expect(toChanges({}, free)).toEqual({});
    expect(toChanges({ stockMode: 'free' }, product())).toMatchObject({ stockMode: 'free' });
    expect(toChanges({ stockMode: 'counted' }, free)).toEqual({ stockMode: 'counted', floor: true });
    expect(toChanges({ stockMode: 'counted', stock: '7' }, free)).toMatchObject({ stock: 7 });
    expect(toChanges({ belowZero: true }, product())).toEqual({ floor: false });
  });

  it('accepts the present level below 0', () => {
    const below = formOf(product({ stock: -2 }));
    expect(check(below, false, -2)).toEqual({});
    expect(check({ ...below, stock: '-3' }, false, -2)).toHaveProperty('stock');
  });
});

it('sends a new product with trimmed texts, and null for empty ones', () => {
  expect(toBody({ ...EMPTY, name: ' Rum ', brand: ' ', description: ' dark ', price: '4.5' })).toEqual({
    name: 'Rum',
    brand: null,
    barcode: null,
    price: '4.50',
    stock: 0,
    category: 'drinks',
    section: null,
    description: 'dark',
    isAvailable: 1,
    currency: 'USD',
  });
});

describe('toChanges', () => {
  it('holds only the fields that differ', () => {
    const typed = { name: ' Club Beer ', brand: '', priceUSD: '2.5', section: ' Beer ', isAvailable: false };
    expect(toChanges(typed, product())).toEqual({
      brand: null,
      priceUSD: '2.50',
      section: 'Beer',
      isAvailable: 0,
    });
  });
  it('keeps the stock that another user changed and a price that follows the rate', () => {
    const sold = product({ stock: 20, price: '2.10' });
    expect(toChanges({ name: 'Club Beer 33cl' }, sold)).toEqual({ name: 'Club Beer 33cl' });
  });
  it('is empty when nothing was changed', () => expect(toChanges(formOf(RICE), RICE)).toEqual({}));
});

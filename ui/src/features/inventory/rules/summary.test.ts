/** The figures of the inventory summary. */
import { expect, it } from 'vitest';
import { CIGAR, product, RICE } from '../test/products';
import { summarize } from './summary';

it('adds up stock and value, each currency separately', () => {
  const cheap = product({ id: 4, stock: 3, effectivePriceUSD: '0.05', effectivePriceLRD: '10.00' });
  expect(summarize([product(), RICE, CIGAR, cheap])).toEqual({
    products: 4,
    low: 2,
    out: 1,
    needsCount: 0,
    ingredients: 0,
    valueUSD: 4800 + 1500 + 15,
    valueLRD: 912000 + 285000 + 3000,
    categories: [
      { category: 'drinks', count: 2 },
      { category: 'food', count: 1 },
      { category: 'cigars', count: 1 },
    ],
  });
});

it('is all zero without products', () => {
  expect(summarize([])).toEqual({
    products: 0,
    low: 0,
    out: 0,
    needsCount: 0,
    ingredients: 0,
    valueUSD: 0,
    valueLRD: 0,
    categories: [],
  });
});

it('leaves out what is not counted, and counts what needs it', () => {
  const free = product({ id: 5, stock: null, stockMode: 'free', floor: false });
  const below = product({ id: 6, stock: -2, needsCount: true });
  expect(summarize([free, below])).toMatchObject({ low: 0, out: 1, needsCount: 1, valueUSD: 0, valueLRD: 0 });
});

it('goes by portions, and leaves out mixtures and ingredients alone', () => {
  const gin = product({ id: 7, unit: 'ml', serving: 50, stock: 200, portions: 4, effectivePriceUSD: '3.00' });
  const syrup = product({ id: 8, unit: 'ml', serving: null, forSale: false, stock: 0, portions: 0 });
  const recipe = [{ productId: 7, productName: 'Gin', amount: 50, wastePercent: 0 }];
  const mixed = product({ id: 9, recipe, stock: 0 });
  expect(summarize([gin, syrup, mixed])).toMatchObject({ low: 1, out: 0, ingredients: 2, valueUSD: 1200 });
});

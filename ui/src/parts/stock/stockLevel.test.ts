/** Stock levels, their labels, and how many can be sold. */
import { expect, it } from 'vitest';
import { product } from '../../test/products';
import { isOut, limitOf, mostOf, onSale, type Stocked } from './limit';
import { STOCK_LEVEL_LABEL, stockLevelOf } from './stockLevel';

const shelf = (portions: number | null, sellable: number | null, more: Partial<Stocked> = {}): Stocked => ({
  portions,
  sellable,
  soldOut: false,
  forSale: true,
  ...more,
});
const label = (stocked: Stocked) => STOCK_LEVEL_LABEL[stockLevelOf(stocked)];

it('labels what stops at zero as out, low or in stock', () => {
  expect([0, 1, 10, 11].map((left) => label(shelf(left, left)))).toEqual([
    'Out of Stock',
    'Low Stock',
    'Low Stock',
    'In Stock',
  ]);
});

it('offers what may go below zero, and what is not counted', () => {
  expect([0, 1, 10, 11].map((left) => label(shelf(left, null)))).toEqual([
    'Check stock',
    'Low Stock',
    'Low Stock',
    'In Stock',
  ]);
  expect(label(shelf(null, null))).toBe('In Stock');
});

it('offers a mixed product whose poured ingredient seems gone, up to those that stop at zero', () => {
  const ginTonic = shelf(0, 5);
  expect([label(ginTonic), limitOf(ginTonic), isOut(ginTonic)]).toEqual(['Check stock', 5, false]);
});

it('offers nothing that is sold out tonight or not sold by itself, also not anyway', () => {
  for (const gone of [shelf(12, 0, { soldOut: true }), shelf(12, null, { forSale: false })])
    expect([stockLevelOf(gone), limitOf(gone), limitOf(gone, true)]).toEqual(['out', 0, 0]);
  const gin = product(1, 'Gin', { forSale: false });
  expect(onSale([gin, product(2, 'Gin Tonic')]).map(({ name }) => name)).toEqual(['Gin Tonic']);
});

it('limits only what stops at zero', () => {
  expect([limitOf(shelf(3, 3)), limitOf(shelf(3, 3), true)]).toEqual([3, Number.POSITIVE_INFINITY]);
  expect(limitOf(shelf(0, null))).toBe(Number.POSITIVE_INFINITY);
  expect([mostOf(shelf(null, null)), mostOf(shelf(3, 3))]).toEqual([undefined, 3]);
  expect([isOut(shelf(0, 0)), isOut(shelf(null, null))]).toEqual([true, false]);
});

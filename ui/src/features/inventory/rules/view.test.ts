/** Filters, sorting and groups of the inventory. */
import { expect, it } from 'vitest';
import { CIGAR, product, RICE } from '../test/products';
import { ALL, filterProducts, groupProducts, sectionChoices, sortProducts, visibleGroups } from './view';

const BEER = product({ section: 'Beer' });
const COLA = product({
  id: 4,
  name: 'Coca-Cola',
  section: 'Soft drinks',
  stock: 2,
  effectivePriceUSD: '1.00',
});
const ICE = product({ id: 5, name: 'Ice', stock: 90, effectivePriceUSD: '0.10' });
const LIST = [BEER, COLA, ICE, RICE, CIGAR];
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

it('filters by stock, category and section', () => {
  expect(names(filterProducts(LIST, ALL))).toHaveLength(5);
  expect(names(filterProducts(LIST, { ...ALL, level: 'low' }))).toEqual(['Coca-Cola', 'Jollof rice']);
  expect(names(filterProducts(LIST, { ...ALL, level: 'out' }))).toEqual(['Cohiba Siglo II']);
  expect(names(filterProducts(LIST, { ...ALL, category: 'drinks', level: 'low' }))).toEqual(['Coca-Cola']);
  expect(names(filterProducts(LIST, { ...ALL, section: 'soft drinks' }))).toEqual(['Coca-Cola']);
});

it('sorts by stock, price and value', () => {
  expect(names(sortProducts(LIST, 'stock'))[0]).toBe('Cohiba Siglo II');
  expect(names(sortProducts(LIST, 'price')).slice(0, 2)).toEqual(['Cohiba Siglo II', 'Jollof rice']);
  expect(names(sortProducts(LIST, 'value')).slice(0, 2)).toEqual(['Club Beer', 'Jollof rice']);
  expect(sortProducts(LIST, 'name')).toEqual(groupProducts(LIST).flatMap(({ products }) => products));
});

it('groups by category, then section', () => {
  expect(groupProducts(LIST).map(({ heading, products }) => [heading, ...names(products)])).toEqual([
    ['Drinks · Beer', 'Club Beer'],
    ['Drinks · Soft drinks', 'Coca-Cola'],
    ['Drinks · More', 'Ice'],
    ['Food', 'Jollof rice'],
    ['Cigars', 'Cohiba Siglo II'],
  ]);
  expect(groupProducts([RICE]).map(({ heading }) => heading)).toEqual([null]);
});

it('draws the first products in their groups', () => {
  const shown = visibleGroups(groupProducts(LIST), 2);
  expect(shown.map(({ heading, products }) => [heading, products.length])).toEqual([
    ['Drinks · Beer', 1],
    ['Drinks · Soft drinks', 1],
  ]);
});

it('offers the sections by name', () => {
  expect(sectionChoices(LIST).map(({ label }) => label)).toEqual(['Beer', 'Soft drinks']);
  expect(sectionChoices([RICE])).toEqual([]);
});

const GIN = product({ id: 6, name: 'Gin', unit: 'ml', serving: 50, floor: false, stock: -50, portions: 0 });
const TONIC = product({ id: 7, name: 'Tonic', stock: 3 });
const SYRUP = product({ id: 8, name: 'Syrup', unit: 'ml', serving: null, forSale: false, portions: 0 });
const MIXED = product({
  id: 9,
  name: 'Gin Tonic',
  stock: 0,
  recipe: [GIN, TONIC].map(({ id, name }) => ({
    productId: id,
    productName: name,
    amount: 1,
    wastePercent: 0,
  })),
});
const BAR = [BEER, GIN, TONIC, SYRUP, MIXED];

it('shows what others are mixed from, and what is not sold by itself', () => {
  expect(names(filterProducts(BAR, { ...ALL, level: 'ingredient' }))).toEqual(['Gin', 'Tonic', 'Syrup']);
  expect(filterProducts(LIST, { ...ALL, level: 'ingredient' })).toEqual([]);
});

it('calls neither a mixture nor an ingredient alone low or out, and goes by portions', () => {
  expect(names(filterProducts(BAR, { ...ALL, level: 'out' }))).toEqual(['Gin']);
  expect(names(filterProducts(BAR, { ...ALL, level: 'low' }))).toEqual(['Tonic']);
  expect(names(sortProducts(BAR, 'stock')).slice(0, 3)).toEqual(['Gin', 'Tonic', 'Club Beer']);
  const shots = product({ id: 10, name: 'Rum', unit: 'ml', serving: 50, stock: 200, portions: 4 });
  expect(names(filterProducts([shots], { ...ALL, level: 'low' }))).toEqual(['Rum']);
});

/** Groups of a picker: favourites, categories, and the sections of an order. */
import { describe, expect, it } from 'vitest';
import type { Product } from '../../api/types';
import { product } from '../../test/products';
import {
  categoryGroups,
  favouritesFirst,
  filtersOf,
  firstOf,
  flat,
  type Group,
  orderable,
  orderGroups,
} from './groups';
import { rank } from './ranking';

const drinks = Array.from({ length: 8 }, (_, index) => product(index + 1, `Drink ${index + 1}`));
const rice = product(19, 'Jollof rice', { category: 'food' });
const cigar = product(20, 'Cohiba', { category: 'cigars', brand: 'Habanos' });
const ice = product(21, 'Ice', { category: 'uncategorized' });
const all = [...drinks, rice, cigar, ice];

/** A bar in which these were sold, the first one most often, in this many sales. */
const sold = (ids: number[], salesCount = 30, products: readonly Product[] = all) =>
  rank(products, {
    salesCount,
    products: ids.map((productId, at) => ({ productId, quantity: ids.length - at })),
  });
const titles = (groups: Group[]) => groups.map((group) => [group.title, flat([group]).length]);
const names = (groups: Group[]) => flat(groups).map(({ name }) => name);

describe('the sections of an order', () => {
  it('feature six drinks and leave out empty sections and what is in no category', () => {
    expect(titles(orderGroups(orderable([...drinks, cigar, ice]), sold([])))).toEqual([
      ['Featured Drinks', 6],
      ['All Beverages', 2],
      ['Cigars', 1],
    ]);
  });

  it('feature what is sold most often, by name on a new bar', () => {
    const featured = (ids: number[]) => names(orderGroups(all, sold(ids)).slice(0, 1));
    expect(featured([])).toEqual(['Drink 1', 'Drink 2', 'Drink 3', 'Drink 4', 'Drink 5', 'Drink 6']);
    expect(featured([8, 19, 3])).toEqual(['Drink 8', 'Drink 3', 'Drink 1', 'Drink 2', 'Drink 4', 'Drink 5']);
  });

  it('keep their products during a search', () => {
    const ranking = sold([8]);
    expect(titles(orderGroups([drinks[7] as Product], ranking))).toEqual([['Featured Drinks', 1]]);
    expect(titles(orderGroups([drinks[6] as Product, cigar], ranking))).toEqual([
      ['All Beverages', 1],
      ['Cigars', 1],
    ]);
    expect(orderGroups([], ranking)).toEqual([]);
  });
});

describe('the ranking', () => {
  it('is by pieces, then by name, and what is sold out comes last', () => {
    const [one, two, three] = [
      product(1, 'Zombie'),
      product(2, 'absinthe'),
      product(3, 'Beer', { stock: 0 }),
    ];
    const best = { salesCount: 1, products: [{ productId: 3, quantity: 9 }] };
    expect(rank([one, two, three], best).drinks).toEqual([2, 1, 3]);
  });

  it('has favourites from 30 sales on: the twelve that are sold most often, of all categories', () => {
    expect(sold([1, 2], 29).favourites).toEqual([]);
    expect(sold([20, 1, 19]).favourites).toEqual([20, 1, 19]);
    const many = Array.from({ length: 14 }, (_, index) => product(index + 1, `Drink ${index + 1}`));
    const ids = many.map(({ id }) => id);
    expect(sold(ids, 30, many).favourites).toEqual(ids.slice(0, 12));
  });
});

describe('the groups of the till', () => {
  it('begin with the favourites, and no product is in two groups', () => {
    const groups = favouritesFirst(all, sold([20, 3]), false);
    expect(titles(groups)).toEqual([
      ['Favourites', 2],
      ['Drinks', 7],
      ['Food', 1],
      ['Other', 1],
    ]);
    expect(names(groups).slice(0, 2)).toEqual(['Cohiba', 'Drink 3']);
    expect(new Set(names(groups)).size).toBe(all.length);
  });

  it('keep the title of favourites that are hidden, and have none on a new bar', () => {
    const groups = favouritesFirst(all, sold([20, 3]), true);
    expect(titles(groups)[0]).toEqual(['Favourites', 0]);
    expect(titles(groups)[1]).toEqual(['Drinks', 8]);
    expect(titles(firstOf(groups, 8))).toEqual(titles(groups).slice(0, 2));
    expect(favouritesFirst(all, sold([], 0), false)).toEqual(categoryGroups(all));
  });

  it('have their sections in the order of the first product, and one section alone has no title', () => {
    const of = (id: number, name: string, section: string | null) => product(id, name, { section });
    const list = [
      of(1, 'Club Beer', 'Beer'),
      of(2, 'Gin', 'Spirits'),
      of(3, 'Heineken', ' beer'),
      of(4, 'Ice', null),
    ];
    const sections = categoryGroups(list)[0]?.sections ?? [];
    expect(sections.map(({ title, products }) => [title, products.map(({ name }) => name)])).toEqual([
      ['Beer', ['Club Beer', 'Heineken']],
      ['Spirits', ['Gin']],
      ['More', ['Ice']],
    ]);
    expect(categoryGroups(list.slice(0, 1))[0]?.sections.map(({ title }) => title)).toEqual([null]);
  });

  it('are drawn up to a count', () => {
    expect(titles(firstOf(categoryGroups(all), 9))).toEqual([
      ['Drinks', 8],
      ['Food', 1],
    ]);
  });

  it('have a chip for each category with products', () => {
    const chips = (products: Product[], always?: ['food']) =>
      filtersOf(products, always).map(({ label }) => label);
    expect(chips([rice, ice])).toEqual(['All', 'Food', 'Other']);
    expect(chips([ice], ['food'])).toEqual(['All', 'Food', 'Other']);
  });
});

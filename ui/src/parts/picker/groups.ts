/** How a picker groups its products: categories on the till and for tabs, the sections of product.md for orders. */
import { CATEGORIES } from '../../api/categories';
import type { Category, Product } from '../../api/types';
import { groupBySection, NO_SECTION } from '../../lib/sections';
import { pickOf, type Ranking } from './ranking';
import { words } from './strings';

/** How many drinks are featured (product.md §9). */
const FEATURED = 6;
/** What can be ordered (product.md §4). */
const ORDERED: readonly Category[] = ['drinks', 'food', 'cigars'];

export interface Section {
  /** Null where a group has one section. */
  title: string | null;
  products: readonly Product[];
}

export interface Group {
  title: string;
  sections: readonly Section[];
  /** Set where the group can be hidden: whether it is. */
  hidden?: boolean;
}

export type CategoryFilter = Category | 'all';

/** A chip for each category with products; `always` are shown without any, too. */
export function filtersOf(products: readonly Product[], always: readonly Category[] = []) {
  const used = new Set(products.map(({ category }) => category));
  const shown = CATEGORIES.filter(({ value }) => used.has(value) || always.includes(value));
  return [{ value: 'all' as CategoryFilter, label: words.all }, ...shown];
}

/** Groups by category, then section. */
export function categoryGroups(products: readonly Product[]): Group[] {
  return CATEGORIES.map(({ value, label }) => ({
    title: label,
    sections: sectionsOf(products.filter(({ category }) => category === value)),
  })).filter(notEmpty);
}

/** Favourites first, unless they are hidden; the rest by category. No product is shown twice. */
export function favouritesFirst(products: readonly Product[], ranking: Ranking, hidden: boolean): Group[] {
  const favourites = pickOf(products, ranking.favourites);
  if (favourites.length === 0) return categoryGroups(products);
  if (hidden) return [{ title: words.favourites, sections: [], hidden }, ...categoryGroups(products)];
  const shown = new Set(favourites);
  return [
    { title: words.favourites, sections: [{ title: null, products: favourites }], hidden },
    ...categoryGroups(products.filter((product) => !shown.has(product))),
  ];
}

/** All of them in one grid, such as what a search found, best first. */
export function oneGroup(title: string, products: readonly Product[]): Group[] {
  return [{ title, sections: [{ title: null, products }] }].filter(notEmpty);
}

/** The products that can be ordered. */
export function orderable(products: readonly Product[]): Product[] {
  return products.filter(({ category }) => ORDERED.includes(category));
}

/** The sections of an order's picker with the products of `found`. */
export function orderGroups(found: readonly Product[], ranking: Ranking): Group[] {
  const featured = new Set(ranking.drinks.slice(0, FEATURED));
  const of = (wanted: Category) => found.filter(({ category }) => category === wanted);
  const others = of('drinks').filter(({ id }) => !featured.has(id));
  return [
    { title: words.featured, sections: [{ title: null, products: pickOf(found, [...featured]) }] },
    { title: words.beverages, sections: sectionsOf(others) },
    { title: words.food, sections: sectionsOf(of('food')) },
    { title: words.cigars, sections: sectionsOf(of('cigars')) },
  ].filter(notEmpty);
}

/** One section alone needs no title. */
function sectionsOf(products: readonly Product[]): Section[] {
  const groups = groupBySection(products);
  return groups.map(({ section, items }) => ({
    title: groups.length > 1 ? (section ?? NO_SECTION) : null,
    products: items,
  }));
}

function notEmpty({ sections }: Group): boolean {
  return sections.some(({ products }) => products.length > 0);
}

/** All products in the order in which they are shown. */
export function flat(groups: readonly Group[]): Product[] {
  return groups.flatMap(({ sections }) => sections.flatMap(({ products }) => products));
}

/** The first `count` products, counted across groups. Empty groups stay only where they can be shown again. */
export function firstOf(groups: readonly Group[], count: number): Group[] {
  let left = count;
  return groups.flatMap((group) => {
    const sections = group.sections.flatMap((section) => {
      const products = section.products.slice(0, left);
      left -= products.length;
      return products.length > 0 ? [{ ...section, products }] : [];
    });
    return sections.length > 0 || group.hidden ? [{ ...group, sections }] : [];
  });
}

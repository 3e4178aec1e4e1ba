/** Which products Inventory shows and in which order: filters, sorting, and the groups of the list. */
import { CATEGORIES, CATEGORY_LABEL } from '../../../api/categories';
import type { Category, Product } from '../../../api/types';
import { fromServer } from '../../../lib/money/money';
import { groupBySection, NO_SECTION, sectionKey } from '../../../lib/sections';
import { ingredientIds } from './ingredients';
import { type StockStatus, stockStatus, watched } from './stock';

export type SortKey = 'name' | 'stock' | 'price' | 'value';

/** A chip that is no category. */
export type Level = Exclude<StockStatus, 'ok'> | 'count' | 'ingredient';

/** The screen chooses one of the three at a time; '' stands for all. */
export interface Filter {
  category: Category | '';
  /** Key of a section. */
  section: string;
  level: Level | '';
}

export interface View extends Filter {
  sort: SortKey;
}

export const NO_FILTER: Filter = { category: '', section: '', level: '' };
export const ALL: View = { ...NO_FILTER, sort: 'name' };

export const isFiltered = ({ category, section, level }: Filter) =>
  category !== '' || section !== '' || level !== '';

export interface Group {
  key: string;
  /** Null where the list has one group only. */
  heading: string | null;
  products: Product[];
}

export function filterProducts(
  products: readonly Product[],
  { category, section, level }: Filter,
): Product[] {
  const ingredients = level === 'ingredient' ? ingredientIds(products) : null;
  const isAt = (product: Product): boolean => {
    if (level === 'count') return product.needsCount;
    if (level === 'ingredient') return ingredients?.has(product.id) === true;
    return level === '' || stockStatus(watched(product)) === level;
  };
  return products.filter(
    (product) =>
      (category === '' || product.category === category) &&
      (section === '' || sectionKey(product.section) === section) &&
      isAt(product),
  );
}

/** What runs out first comes first; the dearest and what is worth most come first. Equal ones keep the order of names. */
const ORDER: Record<Exclude<SortKey, 'name'>, (product: Product) => number> = {
  stock: leastFirst,
  price: (product) => -fromServer(product.effectivePriceUSD),
  value: (product) => -(watched(product) ?? 0) * fromServer(product.effectivePriceUSD),
};

/** What fell below 0 comes first, by portions follows what runs out, and last what is not counted or not sold by itself. */
function leastFirst(product: Product): number {
  const level = product.stock ?? 0;
  return level < 0 ? level : (watched(product) ?? Number.MAX_SAFE_INTEGER);
}

/** The products in the order of the screen. By name they stand in the order of their groups. */
export function sortProducts(products: readonly Product[], sort: SortKey): Product[] {
  if (sort === 'name') return groupProducts(products).flatMap((group) => group.products);
  const of = ORDER[sort];
  return [...products].sort((a, b) => of(a) - of(b));
}

/** By category, then section: 'Drinks · Beer', or 'Drinks' where the category has no sections. */
export function groupProducts(products: readonly Product[]): Group[] {
  const groups = CATEGORIES.flatMap(({ value: category }) => {
    const sections = groupBySection(products.filter((product) => product.category === category));
    const isPlain = sections.length === 1 && sections[0]?.section === null;
    return sections.map(({ section, items }) => ({
      key: `${category} ${sectionKey(section)}`,
      heading: isPlain ? CATEGORY_LABEL[category] : `${CATEGORY_LABEL[category]} · ${section ?? NO_SECTION}`,
      products: items,
    }));
  });
  const [only] = groups;
  return only && groups.length === 1 ? [{ ...only, heading: null }] : groups;
}

/** The part of sorted products that is drawn, in the groups of the whole list. */
export function visibleGroups(groups: readonly Group[], count: number): Group[] {
  let left = count;
  const shown = groups.map((group) => {
    const products = group.products.slice(0, Math.max(left, 0));
    left -= group.products.length;
    return { ...group, products };
  });
  return shown.filter(({ products }) => products.length > 0);
}

/** The sections to choose from, by name. */
export function sectionChoices(products: readonly Product[]): { value: string; label: string }[] {
  const named = groupBySection(products).flatMap(({ section }) =>
    section === null ? [] : [{ value: sectionKey(section), label: section }],
  );
  return named.sort((a, b) => a.label.localeCompare(b.label));
}

/** The sections of the product picker. */
import type { Product } from '../../../api/types';
import { createSearchIndex } from '../../../lib/search';
import { picker as words } from '../strings';

/** How many drinks are featured (product.md §9). */
const FEATURED = 6;

export interface Section {
  title: string;
  products: Product[];
}

/** The sections with products that match the search. */
export function sectionsOf(products: readonly Product[], query: string): Section[] {
  const drinks = products.filter(({ category }) => category === 'drinks');
  const of = (wanted: string) => products.filter(({ category }) => category === wanted);
  const found = new Set(createSearchIndex(products, ({ name, brand }) => [name, brand]).find(query));
  return [
    { title: words.featured, products: drinks.slice(0, FEATURED) },
    { title: words.beverages, products: drinks.slice(FEATURED) },
    { title: words.food, products: of('food') },
    { title: words.cigars, products: of('cigars') },
  ]
    .map(({ title, products: all }) => ({ title, products: all.filter((product) => found.has(product)) }))
    .filter((section) => section.products.length > 0);
}

/** The first `count` products, counted across sections. */
export function firstOf(sections: readonly Section[], count: number): Section[] {
  let left = count;
  return sections.flatMap((section) => {
    const products = section.products.slice(0, left);
    left -= products.length;
    return products.length > 0 ? [{ ...section, products }] : [];
  });
}

/** The search of a picker: hits by name first. */
import type { Product } from '../../api/types';

/** How well a word fits: a word of the name begins with it, the name has it, or section, barcode or brand has it. */
const BEGINS = 0;
const IN_NAME = 1;
const ELSEWHERE = 2;

type Searched = Pick<Product, 'name' | 'category'> & {
  [field in 'brand' | 'section' | 'barcode']?: string | null | undefined;
};

/** Finds the products that contain every word of a query; the text is lower-cased once, not at every key. */
export function productFinder<P extends Searched>(products: readonly P[]): (query: string) => P[] {
  const rows = products.map((product) => {
    const { name, brand, section, barcode, category } = product;
    // What a kitchen makes has the kitchen's name for a brand: every dish would match.
    const others = [section, category === 'food' ? null : brand].filter(Boolean).join(' ');
    return { product, name: spaced(name), others: spaced(others), barcode: barcode ?? '' };
  });
  return (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return products.slice();
    const found = rows.map((row) => ({ ...row, fit: Math.max(...words.map((word) => fitOf(row, word))) }));
    return found
      .filter(({ fit }) => fit <= ELSEWHERE)
      .sort((one, other) => one.fit - other.fit)
      .map(({ product }) => product);
  };
}

const spaced = (text: string) => ` ${text.toLowerCase()}`;

function fitOf({ name, others, barcode }: { name: string; others: string; barcode: string }, word: string) {
  if (name.includes(` ${word}`)) return BEGINS;
  if (name.includes(word)) return IN_NAME;
  return others.includes(` ${word}`) || barcode.includes(word) ? ELSEWHERE : Number.POSITIVE_INFINITY;
}

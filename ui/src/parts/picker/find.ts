/** The search of a picker: hits by name first. */
import type { Product } from '../../api/types';
import { createSearchIndex } from '../../lib/search';

type Searched = Pick<Product, 'name' | 'category'> & {
  [field in 'brand' | 'section' | 'barcode']?: string | null | undefined;
};

/** Zeros in front of a code of goods, which count for nothing: see parts/scan/barcode.ts. */
const ZEROS = /\b0+(?=\d{5})/g;
const plain = (code: string): string => code.replace(ZEROS, '');

/** Finds the products that contain every word of a query: names that begin with it, names that have it, then the rest. */
export function productFinder<P extends Searched>(products: readonly P[]): (query: string) => P[] {
  const name = (product: P) => [product.name];
  const ranked = [
    createSearchIndex(products, name, ' '),
    createSearchIndex(products, name),
    // What a kitchen makes has the kitchen's name for a brand: every dish would match.
    createSearchIndex(
      products,
      ({ name, section, barcode, category, brand }) => [
        name,
        section,
        category !== 'food' && brand,
        barcode,
        barcode && plain(barcode),
      ],
      ' ',
    ),
  ];
  return (query) => [...new Set(ranked.flatMap((index) => index.find(plain(query))))];
}

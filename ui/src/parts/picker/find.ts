/** The search of a picker: hits by name first. */
import type { Product } from '../../api/types';
import { createSearchIndex } from '../../lib/search';

type Searched = Pick<Product, 'name' | 'category'> & {
  [field in 'brand' | 'section' | 'barcode']?: string | null | undefined;
};

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
        bareCode(barcode ?? ''),
      ],
      ' ',
    ),
  ];
  return (query) => [...new Set(ranked.flatMap((index) => index.find(bareCode(query))))];
}

/** Digits without the zeros in front, which readers and spreadsheets add and drop; any other text as it is. */
const bareCode = (text: string): string => text.replace(/^0+(\d+)$/, '$1');

/** Searching by any part of a field, with words in any order. */
import { expect, it } from 'vitest';
import { createSearchIndex } from './search';

const index = createSearchIndex(
  [
    { name: 'Club Beer', brand: 'Monrovia Breweries', barcode: '600123' },
    { name: 'Guinness', brand: null, barcode: '500999' },
  ],
  (product) => [product.name, product.brand, product.barcode],
);
const names = (query: string) => index.find(query).map((product) => product.name);

it('finds items by name, brand and barcode, in upper or lower case', () => {
  expect(names('CLUB')).toEqual(['Club Beer']);
  expect(names('brew club')).toEqual(['Club Beer']);
  expect(names('999')).toEqual(['Guinness']);
  expect(names('null')).toEqual([]);
  expect(names('  ')).toEqual(['Club Beer', 'Guinness']);
});

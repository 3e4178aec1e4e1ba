/** The search of a picker. */
import { expect, it } from 'vitest';
import type { Category } from '../../api/types';
import { productFinder } from './find';

const product = (
  name: string,
  brand: string,
  category: Category = 'drinks',
  section: string | null = null,
) => ({
  name,
  brand,
  category,
  section,
  barcode: { Guinness: '5901', Heineken: '012345678905' }[name] ?? null,
});
const find = productFinder([
  product('Cheese toast', 'Kitchen', 'food'),
  product('Club Beer', 'Monrovia Breweries', 'drinks', 'Beer'),
  product('Pepper soup', 'Kitchen', 'food'),
  product('Hennessy VS', 'Hennessy'),
  product('Heineken', 'Heineken', 'drinks', 'Beer'),
  product('Guinness', 'Diageo', 'drinks', 'Beer'),
]);
const names = (query: string) => find(query).map(({ name }) => name);

it('begins with names that begin with the word', () => {
  expect(names('he')).toEqual(['Hennessy VS', 'Heineken', 'Cheese toast']);
  expect(names('beer')).toEqual(['Club Beer', 'Heineken', 'Guinness']);
});

it('finds a brand by the beginning of its words, and a kitchen never', () => {
  expect(names('brew')).toEqual(['Club Beer']);
  expect(names('reweries')).toEqual([]);
  expect(names('kitchen')).toEqual([]);
});

it.each(['012345678905', '12345678905', '0012345678905', '00012345678905', '123456'])(
  'finds a barcode however many zeros are typed: %s',
  (code) => expect(names(code)).toEqual(['Heineken']),
);

it('needs every word, and finds barcodes', () => {
  expect(names('club brew')).toEqual(['Club Beer']);
  expect(names('club soup')).toEqual([]);
  expect(names('590')).toEqual(['Guinness']);
  expect(find(' ')).toHaveLength(6);
});

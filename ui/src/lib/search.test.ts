/** Searching by any part of a field, with words in any order. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSearchIndex, fold } from './search';

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

it('finds names as people type them', () => {
  const found = createSearchIndex(['O’Brien', 'Jägermeister', 'Crème Brûlée', '012345678905'], (name) => [
    name,
  ]);
  expect(found.find("o'brien")).toEqual(['O’Brien']);
  expect(found.find('O´BRIEN')).toEqual(['O’Brien']);
  expect(found.find('jager')).toEqual(['Jägermeister']);
  expect(found.find('brulee creme')).toEqual(['Crème Brûlée']);
});

const FILE = join(import.meta.dirname, '../../../tests/vectors/folding.json');
const vectors: [typed: string, folded: string][] = JSON.parse(readFileSync(FILE, 'utf8'));

it.each(vectors)('folds %s as the box does', (typed, folded) => {
  expect(fold(typed).trim().replace(/\s+/g, ' ')).toBe(folded);
});

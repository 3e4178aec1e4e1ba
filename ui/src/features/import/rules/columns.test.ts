/** What columns become, and when nothing has to be asked about them. */
import { expect, it } from 'vitest';
import { answer, column, NAME, PRICE, VENDOR } from '../test/answers';
import { areKnown, fieldsOf, headingOf, headingOfField, withField } from './columns';

it('gives a field to one column only', () => {
  expect(withField(['name', 'price', null], 2, 'price')).toEqual(['name', null, 'price']);
  expect(withField(['name', 'price', null], 1, 'price')).toEqual(['name', 'price', null]);
});

it('leaves out as many columns as wanted', () => {
  expect(withField(['name', null, null], 0, null)).toEqual([null, null, null]);
});

it('names a column after its heading, or its place', () => {
  const columns = [NAME, column('  ')];
  expect([0, 1].map((at) => headingOf(columns, at))).toEqual(['Item Name', 'Column 2']);
  expect(headingOfField(columns, 'name')).toBe('Item Name');
  expect(headingOfField(columns, 'stock')).toBe('stock');
});

it('knows a list whose columns are all recognised, and that asks nothing', () => {
  const question = { kind: 'currency' as const, column: 'price' as const, samples: ['2'] };
  expect(areKnown(answer())).toBe(true);
  expect(areKnown(answer({ columns: [NAME, VENDOR] }))).toBe(false);
  expect(areKnown(answer({ columns: [NAME, { ...VENDOR, by: 'remembered' }] }))).toBe(true);
  expect(areKnown(answer({ columns: [NAME, column('', { samples: ['', ''] })] }))).toBe(true);
  expect(areKnown(answer({ columns: [PRICE] }))).toBe(false);
  expect(areKnown(answer({ questions: [question] }))).toBe(false);
  expect(fieldsOf(answer())).toEqual(['name', 'price']);
});

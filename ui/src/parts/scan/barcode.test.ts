/** Spellings of barcodes, as the box compares them (crates/bar/src/catalog/barcode.rs). */
import { expect, it } from 'vitest';
import { barcodeKey, barcodeTexts } from './barcode';
import { isSameBarcode } from './sameBarcode';

it.each([
  ['012345678905', '12345678905'],
  ['0012345678905', '12345678905'],
  ['00096385074', '96385074'],
  ['00012348', '12348'],
  ['00000123', '123'],
])('%s and %s are one', (one, other) => {
  expect(barcodeKey(one)).toBe(barcodeKey(other));
  expect(isSameBarcode(one, other)).toBe(true);
  expect(barcodeTexts(one)).toContain(other);
  expect(barcodeTexts(other)).toContain(one.length === 11 ? `0${one}` : one);
});

it.each([
  '012345678906',
  '00012346',
  '012348',
  '00000017',
  '00000000',
  '007',
  '0',
  '',
  'A0123',
  '0000000000000012345678905',
])('%s is compared letter by letter', (barcode) => expect(barcodeKey(barcode)).toBe(barcode));

it('has no spellings of what is no code of goods', () => {
  expect(barcodeTexts(null)).toEqual([null]);
  expect(barcodeTexts('A12')).toEqual(['A12']);
  expect(isSameBarcode(null, '1')).toBe(false);
});

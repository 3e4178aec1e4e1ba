/** Price hints, and generated barcodes. */
import { expect, it } from 'vitest';
import { CIGAR, product, RICE } from '../test/products';
import { makeBarcode } from './barcode';
import { hasDrifted, onlyCurrency } from './pricing';

it('names the only currency that has a price', () => {
  expect([product(), RICE, CIGAR].map(onlyCurrency)).toEqual(['USD', 'LRD', null]);
});

it.each([
  [190, 199.5, false],
  [190, 199.5001, true],
  [200, 190, false],
  [200, 189.9999, true],
  [null, 190, false],
  [190, undefined, false],
])('shows a hint when the rate moved from %s to %s: %s', (then, now, drifted) =>
  expect(hasDrifted(then, now)).toBe(drifted),
);

it('generates barcodes from the time and random digits', () => {
  const barcode = makeBarcode(1_763_712_345_678);
  expect(barcode).toMatch(/^345678\d{6}$/);
  expect(new Set(Array.from({ length: 50 }, () => makeBarcode())).size).toBeGreaterThan(45);
});

/** Which changes are asked about. */
import { expect, it } from 'vitest';
import { isBigPriceChange, isBigRateChange } from './bigChange';

it.each([
  [200, 300, false],
  [200, 301, true],
  [200, 100, false],
  [200, 99, true],
  [200, 0, true],
  [200, 2000, true],
  [0, 2000, false],
  [200, 200, false],
])('a price of %i cents that becomes %i: %s', (before, after, big) =>
  expect(isBigPriceChange(before, after)).toBe(big),
);

it.each([
  [190, '1900', true],
  [190, '209', false],
  [190, '209.01', true],
  [190, '171', false],
  [190, '170.9999', true],
  [190, 'x', false],
])('a rate of %s that becomes %s: %s', (before, after, big) =>
  expect(isBigRateChange(before, after)).toBe(big),
);

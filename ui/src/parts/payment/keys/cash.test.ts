/** The amounts of cash that the till offers for a total. */
import { expect, it } from 'vitest';
import type { Currency } from '../../../lib/money/money';
import { billFor } from '../../../lib/money/tender';
import { DENOMINATIONS } from '../../../test/methods';
import { amountOptions, exactOptions } from './cash';

const labels = (usd: number, lrd = 0, chosen: string | null = null, rate = 190) =>
  amountOptions(billFor({ usd, lrd }, rate), DENOMINATIONS, chosen).map(({ label }) => label);

it('offers likely amounts, smallest first, US dollars before Liberian dollars', () => {
  expect(labels(200)).toEqual(['$5', '$10', '$20', 'L$400', 'L$500', 'L$1,000']);
  expect(labels(1250)).toEqual(['$15', '$20', '$50', 'L$2,400', 'L$2,500', 'L$3,000']);
  expect(labels(1374)).toEqual(['$15', '$20', '$50', 'L$2,700', 'L$3,000']);
});

it('does not offer the exact amount twice', () => {
  expect(labels(2000)).toEqual(['$25', '$30', '$40', 'L$3,900', 'L$4,000']);
});

it('keeps the chosen amount while it covers the total', () => {
  expect(labels(200, 0, 'USD:5000')).toContain('$50');
  expect(labels(6000, 0, 'USD:5000')).not.toContain('$50');
});

const exact = (usd: number, lrd: number, leading: Currency, step = 500, roundsDue = true) =>
  exactOptions(billFor({ usd, lrd }, 190), leading, { lrd: step, usd: 1, roundsDue }).map(
    ({ label, given }) => [label, given.usd, given.lrd],
  );

it('offers first what can be laid down in the leading currency', () => {
  expect(exact(200, 0, 'USD')).toEqual([
    ['Exact $', 200, 0],
    ['Exact L$', 0, 38_000],
  ]);
  expect(exact(1374, 0, 'USD')).toEqual([
    ['$13 + L$140', 1300, 14_000],
    ['Exact L$', 0, 261_000],
  ]);
  // $2.00 and L$100.
  expect(exact(200, 10_000, 'USD')[0]).toEqual(['$2 + L$100', 200, 10_000]);
  expect(exact(0, 25_000, 'LRD')).toEqual([
    ['Exact L$', 0, 25_000],
    ['$1 + L$60', 100, 6000],
  ]);
  expect(exact(0, 95_000, 'LRD')[1]).toEqual(['Exact $', 500, 0]);
});

it('rounds what is preselected to the smallest coin', () => {
  // $2.25 are $2 and L$47.50.
  expect(exact(225, 0, 'USD')[0]).toEqual(['$2 + L$50', 200, 5000]);
  expect(exact(1374, 0, 'USD', 2000)[0]).toEqual(['$13 + L$140', 1300, 14_000]);
  expect(exact(201, 0, 'USD')[0]).toEqual(['$2', 200, 0]);
  expect(exact(0, 60_230, 'LRD')[0]).toEqual(['Exact L$', 0, 60_000]);
});

it('rounds all of them to what can be paid, or the preselected one alone where the bar does not round', () => {
  // L$602.30 are $3 and L$32.30.
  expect(exact(0, 60_230, 'LRD')[1]).toEqual(['$3 + L$30', 300, 3000]);
  expect(exact(0, 60_230, 'LRD', 500, false)[1]).toEqual(['$3 + L$32', 300, 3200]);
});

it('offers Liberian dollars alone for less than a dollar', () => {
  expect(exact(52, 0, 'USD')).toEqual([['Exact L$', 0, 10_000]]);
});

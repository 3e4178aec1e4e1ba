/** The amounts of cash that the till offers for a total. */
import { expect, it } from 'vitest';
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

it('computes the exact amount in each currency', () => {
  const given = (usd: number, lrd: number) =>
    exactOptions(billFor({ usd, lrd }, 190)).map((option) => option.given);
  expect(given(1374, 0)).toEqual([
    { usd: 1374, lrd: 0 },
    { usd: 0, lrd: 261_100 },
  ]);
  expect(given(200, 95_000)[0]).toEqual({ usd: 700, lrd: 0 });
});

/** The keys of a payment sheet. */
import { expect, it } from 'vitest';
import { billFor } from '../../../lib/money/tender';
import { DENOMINATIONS } from '../../../test/methods';
import { payKeys } from './payKeys';

const cash = (usd: number, lrd: number, more: object = {}) =>
  payKeys({ bill: billFor({ usd, lrd }, 190), leads: 'USD', step: 500, notes: DENOMINATIONS, ...more });
const labels = (...bill: Parameters<typeof cash>) => cash(...bill).map(({ label }) => label);

it('begin with what can be laid down: whole dollars, the rest in Liberian dollars', () => {
  expect(labels(2450, 0).slice(0, 5)).toEqual(['$24 + L$95', 'Exact L$', '$25', '$30', '$40']);
  expect(cash(2450, 0)[0]?.given).toEqual({ usd: 2400, lrd: 9500 });
  expect(labels(1400, 0)[0]).toBe('Exact $');
  expect(labels(50, 0)[0]).toBe('Exact L$');
});

it('begin with Liberian dollars for what is priced in them', () => {
  expect(labels(0, 95_000, { leads: 'LRD' }).slice(0, 2)).toEqual(['Exact L$', 'Exact $']);
});

it('settle the bill also where the rest is no multiple of the smallest note', () => {
  const [first] = cash(252, 0);
  expect(first).toMatchObject({ label: '$2 + L$99', given: { usd: 200, lrd: 9900 } });
});

it('pay to the cent by card, and know no notes', () => {
  expect(cash(2756, 0, { notes: null }).map(({ label, given }) => [label, given])).toEqual([
    ['Exact $', { usd: 2756, lrd: 0 }],
    ['Exact L$', { usd: 0, lrd: 523_640 }],
  ]);
});

it('begin with what was agreed on', () => {
  const bill = billFor({ usd: 2700, lrd: 11_000 }, 190);
  const keys = payKeys({
    bill,
    leads: 'USD',
    step: 500,
    notes: DENOMINATIONS,
    agreed: { usd: 2700, lrd: 11_000 },
  });
  expect(keys.slice(0, 2).map(({ label }) => label)).toEqual(['$27 + L$110', 'Exact L$']);
});

it('do not offer what was agreed on twice', () => {
  const bill = billFor({ usd: 632, lrd: 0 }, 190);
  const agreed = { usd: 0, lrd: 120_000 };
  const keys = payKeys({ bill, leads: 'LRD', step: 500, notes: [], agreed });
  expect(keys.map(({ label }) => label)).toEqual(['L$1,200', '$6 + L$60']);
});

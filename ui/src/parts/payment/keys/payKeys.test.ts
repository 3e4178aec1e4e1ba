/** The keys of a payment sheet. */
import { expect, it } from 'vitest';
import { billFor, CASH_STEPS } from '../../../lib/money/tender';
import { DENOMINATIONS } from '../../../test/methods';
import { payKeys } from './payKeys';

const cash = (usd: number, lrd: number, more: object = {}) =>
  payKeys({
    bill: billFor({ usd, lrd }, 190),
    leads: 'USD',
    steps: CASH_STEPS,
    notes: DENOMINATIONS,
    ...more,
  });
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
  expect(first).toMatchObject({ label: '$2 + L$100', given: { usd: 200, lrd: 10_000 } });
  expect(cash(317, 0)[1]).toMatchObject({ label: 'Exact L$', given: { usd: 0, lrd: 60_000 } });
  const unrounded = cash(252, 0, { steps: { ...CASH_STEPS, roundsDue: false } });
  expect(unrounded[0]).toMatchObject({ label: '$2 + L$99', given: { usd: 200, lrd: 9900 } });
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
    steps: CASH_STEPS,
    notes: DENOMINATIONS,
    agreed: { usd: 2700, lrd: 11_000 },
  });
  expect(keys.slice(0, 2).map(({ label }) => label)).toEqual(['$27 + L$110', 'Exact L$']);
});

it('do not offer what was agreed on twice', () => {
  const bill = billFor({ usd: 632, lrd: 0 }, 190);
  const agreed = { usd: 0, lrd: 120_000 };
  const keys = payKeys({ bill, leads: 'LRD', steps: CASH_STEPS, notes: [], agreed });
  expect(keys.map(({ label }) => label)).toEqual(['Exact L$', '$6 + L$60']);
});

it('offer notes for a part before those above the bill, where a part is the usual thing', () => {
  const [, , ...notes] = labels(1250, 0, { inParts: true });
  expect(notes).toEqual([
    '$5',
    '$10',
    'L$500',
    'L$1,000',
    '$15',
    '$20',
    '$50',
    'L$2,400',
    'L$2,500',
    'L$3,000',
  ]);
  expect(labels(0, 30_000, { inParts: true, leads: 'LRD' }).slice(2, 4)).toEqual(['L$100', '$5']);
});

/** Payouts that can be handed over. */
import { expect, it } from 'vitest';
import { DENOMINATIONS } from '../../../test/methods';
import { proposalOf } from './proposal';

const of = (usd: number, lrd: number, more: Partial<Parameters<typeof proposalOf>[1]> = {}) => {
  const notes = { denominations: DENOMINATIONS, lrdCashStep: 500, rate: 190, ...more };
  return proposalOf({ usd, lrd }, notes);
};

it('is whole dollars, and the rest in Liberian dollars rounded down to the smallest note', () => {
  // $0.05 is L$9.50: one L$5 coin.
  expect(of(405, 0)).toEqual({ usd: 400, lrd: 500 });
  expect(of(405, 0, { lrdCashStep: 2000 })).toEqual({ usd: 400, lrd: 0 });
  expect(of(250, 52_500)).toEqual({ usd: 200, lrd: 62_000 });
  expect(of(250, 52_500, { lrdCashStep: 2000 })).toEqual({ usd: 200, lrd: 62_000 });
  expect(of(0, 1_999, { lrdCashStep: 2000 })).toEqual({ usd: 0, lrd: 0 });
});

it('uses the US coins of a bar that has them', () => {
  const quarter = { currency: 'USD', value: '0.25', kind: 'coin' } as const;
  expect(of(480, 0, { denominations: [...DENOMINATIONS, quarter] })).toEqual({ usd: 475, lrd: 500 });
});

it('pays nothing for a tip that was given back', () => {
  expect(of(-300, 52_500)).toEqual({ usd: 0, lrd: 52_500 });
  expect(of(300, -52_500)).toEqual({ usd: 300, lrd: 0 });
});

it('converts nothing while the rate is not known', () => {
  expect(of(450, 1_000, { rate: undefined })).toEqual({ usd: 400, lrd: 1_000 });
});

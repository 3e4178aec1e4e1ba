/** What a person's counts say in words. */
import { expect, it } from 'vitest';
import type { ExceptionRow, ExceptionsReport } from '../../../api/types';
import { type ExceptionKind, sentencesOf } from './sentences';
import { noMedians, rowOf } from './testRows';

const sentences = (row: ExceptionRow, medians: Partial<ExceptionsReport['medians']> = {}) =>
  sentencesOf(row, { ...noMedians, ...medians });

it('says how often, in how many receipts, and what is usual in the house', () => {
  const musa = rowOf('musa', 120, { removedSent: { count: 7, worthUSD: '14.00', per100: 5.8 } });
  expect(sentences(musa, { removedSent: 2.2 })).toEqual([
    'Musa took 7 sent items off orders ($14.00) in 120 receipts: 5.8 per 100. The median of the house is 2.2.',
  ]);
  const fatu = rowOf('fatu', 200, { removedSent: { count: 4, worthUSD: '8.00', per100: 2 } });
  expect(sentences(fatu, { removedSent: 2 })).toEqual([
    'Fatu took 4 sent items off orders ($8.00) in 200 receipts: 2.0 per 100. The median of the house is 2.0.',
  ]);
});

it('says no rate of few receipts, and no median of few people', () => {
  const sarah = rowOf('sarah', 12, { removedSent: { count: 1, worthUSD: '2.00', per100: null } });
  expect(sentences(sarah, { removedSent: 2.2 })).toEqual([
    'Sarah took 1 sent item off an order ($2.00) in 12 receipts.',
  ]);
  const joe = rowOf('joe', 1200, { voids: { count: 2, worthUSD: '1250.50', per100: 0.2 } });
  expect(sentences(joe)).toEqual(['Joe made 2 voids ($1,250.50) in 1,200 receipts: 0.2 per 100.']);
});

it('has a plain sentence for every kind, for one and for several', () => {
  const said: Record<ExceptionKind, [string, string]> = {
    removedSent: ['took 1 sent item off an order', 'took 3 sent items off orders'],
    afterBill: ['took off or lowered once what was billed', 'took off or lowered 3 times what was billed'],
    voids: ['made 1 void', 'made 3 voids'],
    discounts: ['gave 1 discount', 'gave 3 discounts'],
    comps: ['gave 1 item on the house', 'gave 3 items on the house'],
    walkOuts: ['had 1 walk-out', 'had 3 walk-outs'],
    recovered: ['put 1 walk-out on a tab', 'put 3 walk-outs on a tab'],
    exchangeLoss: ['lost money in 1 exchange', 'lost money in 3 exchanges'],
    exchangeGain: ['gained money in 1 exchange', 'gained money in 3 exchanges'],
    negativeCash: ['took a till below zero once', 'took a till below zero 3 times'],
    methodCorrected: ['corrected 1 payment', 'corrected 3 payments'],
    noSales: ['opened the drawer once without a sale', 'opened the drawer 3 times without a sale'],
    reprints: ['printed 1 receipt again', 'printed 3 receipts again'],
    lateTimedPrice: ['gave a timed price once after its time', 'gave a timed price 3 times after its time'],
    refusedApprovals: [
      'asked once for an approval that was refused',
      'asked 3 times for an approval that was refused',
    ],
    wrongPins: ['had 1 wrong PIN tried in this name', 'had 3 wrong PINs tried in this name'],
  };
  for (const [kind, [once, often]] of Object.entries(said)) {
    const of = (count: number) =>
      sentences(rowOf('musa', 1, { [kind]: { count, worthUSD: '0.00', per100: null } }));
    expect(of(1)).toEqual([`Musa ${once} in 1 receipt.`]);
    expect(of(3)).toEqual([`Musa ${often} in 1 receipt.`]);
  }
});

it('says what exchanges lost in Liberian dollars', () => {
  const lost = { count: 2, worthUSD: '100.26', worthLRD: '19049.99', per100: null };
  expect(sentences(rowOf('musa', 1, { exchangeLoss: lost }))).toEqual([
    'Musa lost money in 2 exchanges (L$19,049.99) in 1 receipt.',
  ]);
});

it('says what was approved for others, and what was over or short', () => {
  const row = { ...rowOf('sarah', 0), granted: 4, overUSD: '-4.00', overLRD: '50.00' };
  expect(sentences(row)).toEqual([
    'Sarah was $4.00 short and L$50 over.',
    'Sarah approved 4 requests of others.',
  ]);
  expect(sentences({ ...row, granted: 1, overUSD: '0.00', overLRD: '0.00' })).toEqual([
    'Sarah approved 1 request of others.',
  ]);
  expect(sentences(rowOf('joe', 50))).toEqual([]);
});

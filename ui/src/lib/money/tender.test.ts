/** The arithmetic of a payment in two currencies. */
import { describe, expect, it } from 'vitest';
import type { Dual } from './money';
import {
  type Bill,
  CASH_STEPS,
  changeChoices,
  changeOf,
  chosenChange,
  exactly,
  settlementOf,
} from './tender';

const dollars = (cents: number, rate: string | number = 190): Bill => ({
  rate,
  owed: { usd: cents, lrd: 0 },
  remaining: { usd: cents, lrd: Math.round((cents * Number(rate) * 100) / 100) },
});
const liberian = (cents: number, rate: string | number): Bill => ({
  rate,
  owed: { usd: 0, lrd: cents },
  remaining: { usd: Math.round(cents / Number(rate)), lrd: cents },
});
const money = (usd: number, lrd = 0): Dual => ({ usd, lrd });

describe('the remaining amount', () => {
  it('is the whole bill before any payment', () => {
    expect(settlementOf(dollars(1400), money(0))).toEqual({
      settled: false,
      remaining: { usd: 1400, lrd: 266_000 },
      excess: 0n,
    });
  });

  it('is given in both currencies', () => {
    expect(settlementOf(dollars(1400), money(800)).remaining).toEqual({ usd: 600, lrd: 114_000 });
    expect(settlementOf(dollars(1400), money(800, 57_000)).remaining).toEqual({ usd: 300, lrd: 57_000 });
  });

  it('is zero when each debt is paid in its own currency, whatever the rate', () => {
    const bill: Bill = { rate: 200, owed: money(600, 95_000), remaining: money(1075, 215_000) };
    expect(settlementOf(bill, money(600, 95_000))).toMatchObject({ settled: true, excess: 0n });
  });

  it('is zero when less than half a US cent is missing', () => {
    expect(settlementOf(liberian(10_000, 200), money(0, 9_901)).settled).toBe(true);
    expect(settlementOf(liberian(10_000, 200), money(0, 9_900)).settled).toBe(false);
    expect(settlementOf(liberian(10_000, 200), money(0, 10_100)).excess).toBe(0n);
    expect(settlementOf(liberian(10_000, 200), money(0, 10_101)).excess > 0n).toBe(true);
  });

  it('is zero when either amount is paid as it is shown', () => {
    for (const rate of ['1', '7.3333', '185', '190.25', '1234.5678']) {
      for (const cents of [1, 333, 99_999, 1_234_567]) {
        const scaled = BigInt(Math.round(Number(rate) * 10_000));
        const usd = Number((BigInt(cents) * 20_000n + scaled) / (scaled * 2n));
        const bill: Bill = { rate, owed: money(0, cents), remaining: money(usd, cents) };
        if (usd > 0) expect(settlementOf(bill, money(usd)).settled).toBe(true);
        expect(settlementOf(bill, money(0, cents)).settled).toBe(true);
      }
    }
  });
});

describe('the change', () => {
  const excess = settlementOf(dollars(1374), money(2000)).excess;

  it('is whole dollars with the rest in L$, all in L$, or all in dollars', () => {
    expect(changeOf(excess, 190, 'split')).toEqual(money(600, 5_000));
    expect(changeOf(excess, 190, 'LRD')).toEqual(money(0, 119_000));
    expect(changeOf(excess, 190, 'USD')).toEqual(money(626));
  });

  it('is rounded to the nearest note, up or down', () => {
    expect(changeOf(settlementOf(dollars(500, 200), money(0, 100_200)).excess, 200, 'LRD')).toEqual(money(0));
    expect(changeOf(settlementOf(dollars(500, 200), money(0, 100_300)).excess, 200, 'LRD')).toEqual(
      money(0, 500),
    );
  });

  it('is not due for an exact payment', () => {
    expect(changeChoices(settlementOf(dollars(500), money(500)).excess, 190, money(500))).toEqual([]);
  });

  it('is split unless the payment was in L$ only', () => {
    expect(changeChoices(excess, 190, money(2000)).map(({ value }) => value)).toEqual([
      'split',
      'LRD',
      'USD',
    ]);
    const tender = money(0, 400_000);
    const back = settlementOf(dollars(1374), tender).excess;
    expect(changeChoices(back, 190, tender)[0]).toEqual({ value: 'LRD', given: money(0, 139_000) });
  });

  it('is never offered twice in the same notes, and falls back when a choice is gone', () => {
    const small = settlementOf(dollars(1350), money(1400)).excess;
    const choices = changeChoices(small, 190, money(1400));
    expect(choices.map(({ value }) => value)).toEqual(['split', 'USD']);
    expect(chosenChange(choices, 'LRD', small, 190)?.value).toBe('split');
    expect(chosenChange(choices, 'USD', small, 190)?.given).toEqual(money(50));
    expect(chosenChange(choices, null, small, 190)?.value).toBe('split');
  });
});

it('rounds the change to the notes that the bar has', () => {
  const excess = settlementOf(dollars(1350), money(1400)).excess;
  expect(
    changeChoices(excess, 191, money(1400), { lrd: 5_000, usd: 1, roundsDue: true }).map(
      ({ given }) => given,
    ),
  ).toEqual([money(0, 10_000), money(50)]);
  expect(changeChoices(excess, 191, money(1400)).map(({ given }) => given)).toEqual([
    money(0, 9_500),
    money(50),
  ]);
});

describe('the exact amount', () => {
  it('fills in what remains beside the other amount', () => {
    expect(exactly(dollars(1400), money(0), 'USD')).toEqual(money(1400));
    expect(exactly(dollars(1400), money(1000), 'LRD')).toEqual(money(1000, 76_000));
    expect(exactly(dollars(1400), money(0, 57_000), 'USD')).toEqual(money(1100, 57_000));
  });

  it('replaces the other amount when that covers the bill', () => {
    expect(exactly(dollars(1400), money(1400), 'LRD')).toEqual(money(0, 266_000));
    expect(exactly(dollars(1400), money(0, 266_000), 'USD')).toEqual(money(1400));
  });

  it('is what notes and coins make up', () => {
    const bill = dollars(333, '190.25');
    expect(bill.remaining.lrd).toBe(63_353);
    expect(exactly(bill, money(0), 'LRD')).toEqual(money(0, 63_500));
  });

  it('is in whole L$ when that settles the bill without change, in a bar that does not round', () => {
    const bill = dollars(333, '190.25');
    const steps = { ...CASH_STEPS, roundsDue: false };
    const given = exactly(bill, money(0), 'LRD', money(0), steps);
    expect(given).toEqual(money(0, 63_400));
    expect(settlementOf(bill, given)).toMatchObject({ settled: true, excess: 0n });
    expect(exactly(liberian(1_040, '1'), money(0), 'LRD', money(0), steps)).toEqual(money(0, 1_040));
  });
});

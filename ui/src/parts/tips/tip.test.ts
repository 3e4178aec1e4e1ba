/** The tip of a payment: what is sent, and how much of the change it may be. */
import { expect, it } from 'vitest';
import type { Dual } from '../../lib/money/money';
import { type Bill, billFor, changeChoices, settlementOf, withoutTip } from '../../lib/money/tender';
import { overOf } from './over';
import { NO_TIP, tipBody } from './tip';
import { tipOfBody } from './useTip';

const over = (bill: Bill, given: Dual) => overOf(bill, given, settlementOf(bill, given).excess);
const cocktail = billFor({ usd: 750, lrd: 0 }, 190);

it('leaves the change in the currency that it is over in', () => {
  expect(over(cocktail, { usd: 1000, lrd: 0 })).toEqual({ usd: 250, lrd: 0 });
  expect(over(cocktail, { usd: 500, lrd: 100_000 })).toEqual({ usd: 0, lrd: 52_500 });
  expect(over(cocktail, { usd: 0, lrd: 150_000 })).toEqual({ usd: 0, lrd: 7_500 });
  expect(over(cocktail, { usd: 750, lrd: 0 })).toEqual({ usd: 0, lrd: 0 });
  const both = billFor({ usd: 600, lrd: 95_000 }, 190);
  expect(over(both, { usd: 1000, lrd: 100_000 })).toEqual({ usd: 400, lrd: 5_000 });
  expect(over(both, { usd: 1200, lrd: 50_000 })).toEqual({ usd: 363, lrd: 0 });
});

it('takes the tip out of the change, and refuses more than that', () => {
  const { excess } = settlementOf(cocktail, { usd: 1000, lrd: 0 });
  const left = withoutTip(cocktail, excess, { usd: 100, lrd: 0 });
  expect(changeChoices(left ?? 0n, 190, { usd: 1000, lrd: 0 })[0]?.given).toEqual({ usd: 100, lrd: 9_500 });
  expect(withoutTip(cocktail, excess, { usd: 250, lrd: 0 })).toBe(0n);
  expect(withoutTip(cocktail, excess, { usd: 0, lrd: 47_500 })).toBe(0n);
  expect(withoutTip(cocktail, excess, { usd: 251, lrd: 0 })).toBeNull();
  expect(withoutTip(cocktail, 0n, { usd: 0, lrd: 50 })).toBeNull();
  expect(withoutTip(cocktail, 0n, { usd: 0, lrd: 0 })).toBe(0n);
});

it('sends what was typed, or that the change is kept', () => {
  expect(tipBody(NO_TIP)).toEqual({});
  expect(tipBody({ usd: '1.5', lrd: '100', keep: false })).toEqual({ tipUSD: '1.50', tipLRD: '100.00' });
  expect(tipBody({ usd: '1', lrd: '', keep: true })).toEqual({ keepChange: true });
  expect(tipOfBody({ tipUSD: '1.50', keepChange: null })).toEqual({ usd: '1.50', lrd: '', keep: false });
  expect(tipOfBody(null)).toEqual(NO_TIP);
});

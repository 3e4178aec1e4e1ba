/** Cash that notes and coins make up, tested with the test vectors of the server (tests/vectors/payable.rs). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Currency, type Dual, fromServer, parseMoney, toDecimal } from './money';
import { cashSettlementOf } from './payable';
import { payableCash } from './payableCash';
import { billFor, type CashSteps, type ChangeIn, changeOf, plus } from './tender';

interface Laid {
  currency: Currency;
  amount: string;
}

interface Case {
  about: string;
  rate: string;
  step: string;
  usdStep: string;
  changeIn: ChangeIn | null;
  debts: { currency: Currency; minor: number }[];
  totalLRD?: number;
  cash: Laid[];
  card: Laid[];
  settled: boolean;
  changeUSD: string;
  changeLRD: string;
}

const FILE = join(import.meta.dirname, '../../../../tests/vectors/payable.json');
const cases: Case[] = JSON.parse(readFileSync(FILE, 'utf8'));

function sum(parts: readonly { currency: Currency; cents: number }[]): Dual {
  const inOne = (wanted: Currency) =>
    parts.filter(({ currency }) => currency === wanted).reduce((total, { cents }) => total + cents, 0);
  return { usd: inOne('USD'), lrd: inOne('LRD') };
}

const moneyOf = (laid: readonly Laid[]) =>
  sum(laid.map(({ currency, amount }) => ({ currency, cents: parseMoney(amount) ?? 0 })));

it('has at least 300 cases', () => expect(cases.length).toBeGreaterThanOrEqual(300));

it.each(cases)('$about at $rate, step $step, change in $changeIn', (one) => {
  const owed = sum(one.debts.map(({ currency, minor }) => ({ currency, cents: minor })));
  const atRate = billFor(owed, one.rate);
  const bill =
    one.totalLRD === undefined ? atRate : { ...atRate, remaining: { usd: owed.usd, lrd: one.totalLRD } };
  const [cash, card] = [moneyOf(one.cash), moneyOf(one.card)];
  const steps: CashSteps = { lrd: fromServer(one.step), usd: fromServer(one.usdStep), roundsDue: true };
  const all = plus(cash, card);
  const { settled, excess } = cashSettlementOf(bill, all, cash, steps);
  const change = changeOf(excess, one.rate, one.changeIn ?? (all.usd === 0 ? 'LRD' : 'split'), steps);
  expect([settled, toDecimal(change.usd), toDecimal(change.lrd)]).toEqual([
    one.settled,
    one.changeUSD,
    one.changeLRD,
  ]);
});

it.each(cases)('exact cash for $about at $rate, step $step, settles without change as it is shown', (one) => {
  const owed = sum(one.debts.map(({ currency, minor }) => ({ currency, cents: minor })));
  const steps: CashSteps = { lrd: fromServer(one.step), usd: fromServer(one.usdStep), roundsDue: true };
  const due = payableCash(owed, one.rate, steps);
  const { settled, excess } = cashSettlementOf(billFor(owed, one.rate), due, due, steps);
  expect([settled, excess]).toEqual([true, 0n]);
  expect(due.usd % steps.usd).toBe(0);
});

it.each([
  [{ usd: 0, lrd: 48_750 }, {}, { usd: 0, lrd: 49_000 }],
  [{ usd: 200, lrd: 10_750 }, {}, { usd: 200, lrd: 11_000 }],
  [{ usd: 0, lrd: 60_230 }, {}, { usd: 0, lrd: 60_000 }],
  [{ usd: 1374, lrd: 0 }, { usd: 100 }, { usd: 1300, lrd: 14_000 }],
  [{ usd: 1374, lrd: 0 }, {}, { usd: 1374, lrd: 0 }],
  [{ usd: 0, lrd: 200 }, {}, { usd: 0, lrd: 200 }],
  [{ usd: 0, lrd: 48_750 }, { roundsDue: false }, { usd: 0, lrd: 48_750 }],
])('exact cash for %j with %j is %j', (owed, steps, due) => {
  expect(payableCash(owed, 190, { lrd: 500, usd: 1, roundsDue: true, ...steps })).toEqual(due);
});

/** The arithmetic of payments, tested with the test vectors of the server (tests/vectors/main.rs). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Currency, type Dual, divideRounding, fromServer, parseMoney, toDecimal } from './money';
import { isMoreThanDue } from './moreThanDue';
import { billFor, type ChangeIn, changeChoices, changeOf, chosenChange, settlementOf } from './tender';

interface Case {
  about: string;
  rate: string;
  step: string;
  changeIn: ChangeIn | null;
  debts: { currency: Currency; minor: number }[];
  totals?: [usd: number, lrd: number][];
  tenders: { currency: Currency; amount: string }[];
  settled: boolean;
  tooMuch: boolean;
  changeUSD: string;
  changeLRD: string;
  rounding: string;
  remainingUSD: string;
  remainingLRD: string;
}

const FILE = join(import.meta.dirname, '../../../../tests/vectors/tenders.json');
const cases: Case[] = JSON.parse(readFileSync(FILE, 'utf8'));

function sum(parts: readonly { currency: Currency; cents: number }[]): Dual {
  const inOne = (wanted: Currency) =>
    parts.filter(({ currency }) => currency === wanted).reduce((total, { cents }) => total + cents, 0);
  return { usd: inOne('USD'), lrd: inOne('LRD') };
}

it('has at least 200 cases', () => expect(cases.length).toBeGreaterThanOrEqual(200));

it.each(cases)('$about at $rate, step $step, change in $changeIn', (one) => {
  const { rate } = one;
  const step = { lrd: fromServer(one.step), usd: 1, roundsDue: false };
  const atRate = billFor(sum(one.debts.map(({ currency, minor }) => ({ currency, cents: minor }))), rate);
  const total = one.totals?.reduce((all, [usd, lrd]) => ({ usd: all.usd + usd, lrd: all.lrd + lrd }), {
    usd: 0,
    lrd: 0,
  });
  const bill = total ? { ...atRate, remaining: total } : atRate;
  const given = sum(
    one.tenders.map(({ currency, amount }) => ({ currency, cents: parseMoney(amount) ?? 0 })),
  );
  const { settled, remaining, excess } = settlementOf(bill, given);
  const usual: ChangeIn = given.usd === 0 ? 'LRD' : 'split';
  const wanted = one.changeIn ?? usual;
  const change = changeOf(excess, rate, wanted, step);
  // The part of the excess that the dollars do not cover, to the cent, is rounded to a note.
  const dollar = BigInt(change.usd) * BigInt(rateInTenThousandths(rate));
  const due = wanted === 'USD' ? 0 : divideRounding(excess - dollar, 10_000n);
  expect({
    settled,
    tooMuch: isMoreThanDue(bill, given, { usd: 0, lrd: 0 }),
    changeUSD: toDecimal(change.usd),
    changeLRD: toDecimal(change.lrd),
    rounding: toDecimal(change.lrd - due),
    remainingUSD: toDecimal(remaining.usd),
    remainingLRD: toDecimal(remaining.lrd),
  }).toEqual({
    settled: one.settled,
    tooMuch: one.tooMuch,
    changeUSD: one.changeUSD,
    changeLRD: one.changeLRD,
    rounding: one.rounding,
    remainingUSD: one.remainingUSD,
    remainingLRD: one.remainingLRD,
  });
  // The select shows the same amounts.
  const shown = chosenChange(changeChoices(excess, rate, given, step), one.changeIn, excess, rate, step);
  if (change.usd !== 0 || change.lrd !== 0) expect(shown?.given).toEqual(change);
});

function rateInTenThousandths(rate: string): string {
  const [whole = '', fraction = ''] = rate.split('.');
  return whole + fraction.padEnd(4, '0');
}

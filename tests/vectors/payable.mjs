/**
 * Generates payable.json, test vectors of cash that notes and coins make up. `tests/vectors/payable.rs` and
 * `ui/src/lib/money/payable.test.ts` read it.
 *
 *     node tests/vectors/payable.mjs > tests/vectors/payable.json
 *
 * The rules; all money but `cash` is by card:
 * - Cash in Liberian dollars counts as the nearest multiple of `step`; halfway counts as the greater one.
 * - What is due in it, after all other money, to the cent, is rounded in the same way. It settles when as much was laid down.
 * - A bill has two readings if all money is in Liberian dollars: at the rate, and its total as shown. It settles when either
 *   says so; what is over by both is given back.
 * - `rounding` is what was due less what was kept, and change given less change due. Between two readings it is nothing.
 * - Change in US dollars is in multiples of `usdStep`, the rest in Liberian dollars.
 */

import { SCALE, cents, decimal, round, scaled, valueOf } from './arithmetic.mjs';

const nearest = (amount, step) => {
  const doubled = 2n * amount + step;
  const whole = doubled / (2n * step);
  return (doubled < 0n && whole * 2n * step !== doubled ? whole - 1n : whole) * step;
};
const most = (list) => list.reduce((one, other) => (one > other ? one : other));
const least = (list) => list.reduce((one, other) => (one < other ? one : other));

function changeOf(excess, way, rate, step, usdStep) {
  if (way === 'USD' && usdStep === 1n) return { usd: round(excess * SCALE, rate), lrd: 0n, rounding: 0n };
  const unit = { split: 100n, USD: usdStep, LRD: 0n }[way];
  const usd = unit === 0n ? 0n : ((excess * SCALE) / (rate * unit)) * unit;
  const due = round(excess * SCALE - usd * rate, SCALE);
  const lrd = round(due, step) * step;
  return { usd, lrd, rounding: lrd - due };
}

/** Null where nothing is due in Liberian dollars in cash: tenders.json has those. */
function vector(about, { rate: rateText = '190', step: stepText = '5.00', usdStep: usdStepText = '0.01', changeIn = null, debts, total, cash = [], card = [] }) {
  const [rate, step, usdStep] = [scaled(rateText), cents(stepText), cents(usdStepText)];
  const laidDown = cash.filter(([currency]) => currency === 'LRD').reduce((sum, [, amount]) => sum + nearest(amount, step), 0n);
  const others = [...cash.filter(([currency]) => currency === 'USD'), ...card];
  const isLrd = others.every(([currency]) => currency === 'LRD') && laidDown + valueOf(others, rate) > 0n;
  const atRate = valueOf(debts, rate);
  const values = isLrd && total !== undefined ? [atRate, total * SCALE] : [atRate];
  const dues = values.map((value) => round(value - valueOf(others, rate), SCALE));
  if (most(dues) <= 0n) return null;
  const given = others.length === 0 ? 'LRD' : others.every(([currency]) => currency === 'LRD') ? 'LRD' : 'split';
  const settled = dues.some((due) => laidDown >= nearest(due, step));
  const over = most([0n, least(dues.map((due) => laidDown - nearest(due, step)))]);
  const back = settled ? changeOf(over, changeIn ?? given, rate, step, usdStep) : { usd: 0n, lrd: 0n, rounding: 0n };
  const [lower, upper] = [least(dues), most(dues)];
  const kept = laidDown - over;
  const between = laidDown < lower ? lower - kept : kept > upper ? upper - kept : 0n;
  const rounding = settled ? (over > 0n ? upper - kept : between) + back.rounding : 0n;
  return {
    about,
    rate: rateText,
    step: stepText,
    usdStep: usdStepText,
    changeIn,
    debts: debts.map(([currency, minor]) => ({ currency, minor: Number(minor) })),
    ...(total === undefined ? {} : { totalLRD: Number(total) }),
    cash: cash.map(([currency, amount]) => ({ currency, amount: decimal(amount) })),
    card: card.map(([currency, amount]) => ({ currency, amount: decimal(amount) })),
    settled,
    changeUSD: decimal(back.usd),
    changeLRD: decimal(back.lrd),
    rounding: decimal(rounding),
  };
}

const usd = (minor) => ['USD', BigInt(minor)];
const lrd = (minor) => ['LRD', BigInt(minor)];
const two = { debts: [usd(317)] };
const three = { debts: [usd(333)] };
const EXAMPLES = [
  ['L$600 for L$602.30', { ...two, cash: [lrd(60_000)] }],
  ['L$605 for L$602.30', { ...two, cash: [lrd(60_500)] }],
  ['as shown', { ...two, cash: [lrd(60_230)] }],
  ['L$595 for L$602.30', { ...two, cash: [lrd(59_500)] }],
  ['L$635 for L$632.70', { ...three, cash: [lrd(63_500)] }],
  ['L$630 for L$632.70', { ...three, cash: [lrd(63_000)] }],
  ['$13 and L$140 for $13.74', { debts: [usd(1_374)], cash: [usd(1_300), lrd(14_000)] }],
  ['$1 by card and L$410', { ...two, cash: [lrd(41_000)], card: [usd(100)] }],
  ['a price in L$ that notes make up', { debts: [lrd(95_000)], cash: [lrd(100_000)] }],
  ['two prices, by the lesser', { debts: [usd(701)], total: 120_230n, cash: [lrd(120_000)] }],
  ['two prices, between them', { debts: [usd(701)], total: 120_230n, cash: [lrd(125_000)] }],
  ['two prices, above both', { debts: [usd(701)], total: 120_230n, cash: [lrd(140_000)] }],
  ['the last part of $7.75 in three, as shown', { debts: [lrd(48_750)], cash: [lrd(48_750)] }],
  ['the last part of $7.75 in three, as booked', { debts: [lrd(48_750)], cash: [lrd(49_000)] }],
  ['the last part of $7.75 in three, in both, as shown', { debts: [usd(200), lrd(10_750)], cash: [usd(200), lrd(10_750)] }],
  ['the last part of $7.75 in three, in both, as booked', { debts: [usd(200), lrd(10_750)], cash: [usd(200), lrd(11_000)] }],
  ['L$2 cannot be paid', { debts: [lrd(200)], cash: [lrd(200)] }],
];

const vectors = EXAMPLES.map((example) => vector(...example));
const BILLS = [[usd(317)], [usd(1_374)], [lrd(60_230)], [usd(333), lrd(12_345)], [usd(7), usd(1_999), lrd(8_888)]];
const WAYS = [null, 'split', 'LRD', 'USD'];
let count = 0;
for (const rate of ['0.9', '150.25', '187.3333', '190', '1000.002']) {
  for (const step of ['1.00', '5.00', '20.00']) {
    // Half a step is more than half a US cent, which is neither owed nor given back: tenders.json.
    if (cents(step) * SCALE <= scaled(rate)) continue;
    for (const debts of BILLS) {
      const owed = round(valueOf(debts, scaled(rate)), SCALE);
      for (const off of [-cents(step), -cents(step) / 2n, -1n, 0n, 1n, cents(step) / 2n, cents(step), 71_300n]) {
        const [usdStep, changeIn] = [['0.01', '0.25', '1.00'][count % 3], WAYS[Math.floor(count / 3) % 4]];
        const dollars = BigInt(count % 4) * 100n;
        const beside = dollars === 0n ? [] : [['USD', dollars]];
        const rest = owed - round(dollars * scaled(rate), SCALE) + off;
        count += 1;
        if (rest <= 0n) continue;
        const money = count % 2 === 0 ? { cash: [['LRD', rest], ...beside] } : { cash: [['LRD', rest]], card: beside };
        vectors.push(vector('around what is due', { rate, step, usdStep, changeIn, debts, ...money }));
      }
    }
  }
}
for (const total of [120_230n, 133_190n, 140_010n]) {
  for (const laidDown of [119_500n, 120_000n, 120_230n, 125_000n, 133_000n, 133_190n, 133_500n, 140_000n, 150_000n]) {
    vectors.push(vector('two prices', { debts: [usd(701)], total, cash: [['LRD', laidDown]] }));
  }
}

const lines = vectors.filter((one) => one !== null).map((one) => `  ${JSON.stringify(one)}`);
process.stdout.write(`[\n${lines.join(',\n')}\n]\n`);

/**
 * Generates tenders.json, test vectors of payments: what is settled, what stays owed, and the change. `tests/vectors/main.rs` and
 * `ui/src/lib/money/vectors.test.ts` read it, so that the box and the phones agree to the cent.
 *
 *     node tests/vectors/tenders.mjs > tests/vectors/tenders.json
 *
 * The rules, in exact fractions; amounts are cents, a rate is Liberian dollars per US dollar:
 * - A debt is owed in its own currency. Both sides are compared as one value at the rate of the payment.
 * - Settled: less is missing than half a US cent, or than half a Liberian cent where that is more.
 * - More than that too much gives change: `split` is whole US dollars and the rest in Liberian dollars. Without
 *   `changeIn` it is `LRD` when only Liberian dollars were tendered, else `split`.
 * - Without cash there is no change: `tooMuch` is more than half a cent of the currency handed over above what is due.
 * - Change in Liberian dollars is rounded to a cent, then to `step`; `rounding` is what is given less what was due.
 * - What stays owed on each debt is kept in millionths of a cent: a debt takes its own currency first, then the other.
 * - A bill has totals as it shows them: sums of rounded prices, and of the two prices of a product. If all money is in one
 *   currency, there are two readings: the total in it, and the debts at the rate. It settles when either says so, and the
 *   lesser change is given. Less than both pays a part at the rate.
 * - Everything rounds half away from zero.
 */

import { SCALE, cents, decimal, round, scaled, valueOf } from './arithmetic.mjs';

const RATES = ['0.6', '1', '150.25', '190', '200', '1000.002', '999999.9999'];
const STEPS = ['0.01', '5.00', '20.00', '100.00'];
const CHANGE_IN = [null, 'split', 'LRD', 'USD'];
/** Millionths of a cent in a cent. */
const FINE = 1_000_000n;
const min = (one, other) => (one < other ? one : other);

/** What stays owed after `tenders`, in ten-thousandths of a millionth of a Liberian cent. */
function outstanding(debts, tenders, rate) {
  const unspent = { USD: 0n, LRD: 0n };
  for (const [currency, amount] of tenders) unspent[currency] += amount * FINE;
  const price = { USD: rate, LRD: SCALE };
  let value = 0n;
  for (const [currency, amount] of debts) {
    const other = currency === 'USD' ? 'LRD' : 'USD';
    let owed = amount * FINE;
    const own = min(unspent[currency], owed);
    unspent[currency] -= own;
    owed -= own;
    const cost = round(owed * price[currency], price[other]);
    if (unspent[other] >= cost) {
      unspent[other] -= cost;
      owed = 0n;
    } else {
      owed -= min(round(unspent[other] * price[other], price[currency]), owed);
      unspent[other] = 0n;
    }
    value += owed * price[currency];
  }
  return value;
}

/** Settled or not, and what is too much, in ten-thousandths of a Liberian cent. */
function compared(given, due, rate) {
  const balance = given - due;
  const cent = rate > SCALE ? rate : SCALE;
  return { balance, settled: balance * 2n > -cent, excess: balance * 2n > cent ? balance : 0n };
}

/** The total in the one currency of the tenders, where it is not a conversion of the debts; else null. */
function totalAsShown(debts, totals, tenders, rate) {
  const currencies = new Set(tenders.map(([currency]) => currency));
  if (!totals || currencies.size !== 1) return null;
  const [currency] = currencies;
  const total = totals.reduce((sum, [inUsd, inLrd]) => sum + (currency === 'USD' ? inUsd : inLrd), 0n);
  const converted = round(valueOf(debts, rate), currency === 'USD' ? rate : SCALE);
  return total === converted ? null : [[currency, total]];
}

function vector(about, rateText, stepText, changeIn, debts, tenders, totals = null) {
  const [rate, step] = [scaled(rateText), cents(stepText)];
  const given = valueOf(tenders, rate);
  const atRate = compared(given, valueOf(debts, rate), rate);
  const shown = totalAsShown(debts, totals, tenders, rate);
  const asShown = shown && compared(given, valueOf(shown, rate), rate);
  const settled = atRate.settled || asShown?.settled === true;
  const missing = settled ? 0n : outstanding(debts, tenders, rate);
  const least = (figure) => (asShown ? min(asShown[figure], atRate[figure]) : atRate[figure]);
  const excess = least('excess');
  const tooMuch = tenders.every(([currency]) => least('balance') * 2n > (currency === 'USD' ? rate : SCALE));
  const changeWay = changeIn ?? (tenders.every(([currency]) => currency === 'LRD') ? 'LRD' : 'split');
  const dollars = changeWay === 'split' ? excess / (rate * 100n) : 0n;
  const due = round(excess - dollars * rate * 100n, SCALE);
  const back = round(due, step) * step;
  const inDollars = changeWay === 'USD';
  return {
    about,
    rate: rateText,
    step: stepText,
    changeIn,
    debts: debts.map(([currency, minor]) => ({ currency, minor: Number(minor) })),
    ...(totals ? { totals: totals.map((pair) => pair.map(Number)) } : {}),
    tenders: tenders.map(([currency, amount]) => ({ currency, amount: decimal(amount) })),
    settled,
    tooMuch,
    changeUSD: decimal(inDollars ? round(excess, rate) : dollars * 100n),
    changeLRD: decimal(inDollars ? 0n : back),
    rounding: decimal(inDollars ? 0n : back - due),
    remainingUSD: decimal(round(missing, rate * FINE)),
    remainingLRD: decimal(round(missing, SCALE * FINE)),
  };
}

const usd = (minor) => ['USD', BigInt(minor)];
const lrd = (minor) => ['LRD', BigInt(minor)];

/** The examples of the specification. */
const EXAMPLES = [
  ['a beer for L$400', '190', '5.00', null, [usd(200)], [lrd(40_000)]],
  ['$20 for $13.74', '190', '5.00', null, [usd(1_374)], [usd(2_000)]],
  ['$20 for $13.74 without coins', '190', '20.00', null, [usd(1_374)], [usd(2_000)]],
  ['$20 for $13.74, all in Liberian dollars', '190', '5.00', 'LRD', [usd(1_374)], [usd(2_000)]],
  ['$20 for $13.74, all in US dollars', '190', '5.00', 'USD', [usd(1_374)], [usd(2_000)]],
  ['$13.74 as Liberian dollars without cents', '190', '5.00', null, [usd(1_374)], [lrd(261_100)]],
  ['$5 and L$400 for $6.00', '190', '5.00', null, [usd(600)], [usd(500), lrd(40_000)]],
  ['$5 for $6.00', '190', '5.00', null, [usd(600)], [usd(500)]],
  ['$4 and L$380 for $6.00', '190', '5.00', null, [usd(600)], [usd(400), lrd(38_000)]],
  ['an old debt of L$950 for $5', '190', '5.00', null, [lrd(95_000)], [usd(500)]],
  ['L$950 and $6 as priced, at another rate', '200', '5.00', null, [usd(600), lrd(95_000)], [usd(600), lrd(95_000)]],
  ['L$1,140 for $6.00 at the rate of its day', '200', '5.00', null, [usd(600)], [lrd(114_000)]],
  ['L$955 is $4.78', '200', '5.00', null, [lrd(95_500)], [usd(478)]],
  ['L$955 is not $4.77', '200', '5.00', null, [lrd(95_500)], [usd(477)]],
  ['$4.79 is a cent more than L$955', '200', '5.00', null, [lrd(95_500)], [usd(479)]],
  ['a Liberian cent more than L$955', '200', '5.00', null, [lrd(95_500)], [lrd(95_501)]],
];

/** Debts: alone, mixed, and several of both. */
const BILLS = [
  [usd(1_374)],
  [lrd(95_050)],
  [usd(200), lrd(95_000)],
  [usd(333), lrd(12_345), usd(1), lrd(1)],
];

/** Tenders for a bill: a part, exactly what is due, and too much, in one currency or both. */
function tendersFor(bill, rate) {
  const owed = valueOf(bill, rate);
  const [inUsd, inLrd] = [round(owed, rate), round(owed, SCALE)];
  const beside = (part) => round(owed - part * rate, SCALE);
  const halfUsd = inUsd / 2n;
  return [
    ['a part in US dollars', [['USD', inUsd / 3n + 1n]]],
    ['a part in Liberian dollars', [['LRD', inLrd / 3n + 1n]]],
    ['as shown in US dollars', [['USD', inUsd]]],
    ['as shown in Liberian dollars', [['LRD', inLrd]]],
    ['half and half', [['USD', halfUsd], ['LRD', beside(halfUsd)]]],
    ['too much in US dollars', [['USD', inUsd + 1_237n]]],
    ['too much in Liberian dollars', [['LRD', inLrd + 100_000n + inLrd / 7n]]],
    ['too much in both, in three parts', [['USD', halfUsd], ['LRD', beside(halfUsd) + 4_321n], ['USD', 555n]]],
  ].map(([about, tenders]) => [about, tenders.filter(([, amount]) => amount > 0n)])
    .filter(([, tenders]) => tenders.length > 0);
}

/** One Liberian cent below, at and above where half a US cent is missing, or is too much. */
function edges(rateText) {
  const rate = scaled(rateText);
  const bill = [usd(1_000)];
  const owed = round(valueOf(bill, rate), SCALE);
  const half = rate / (2n * SCALE);
  return [-half - 1n, -half, -half + 1n, half - 1n, half, half + 1n]
    .map((off) => owed + off)
    .filter((amount) => amount > 0n)
    .map((amount, index) => [`about half a US cent, ${index}`, rateText, STEPS[index % 4], 'LRD', bill, [['LRD', amount]]]);
}

const vectors = EXAMPLES.map((example) => vector(...example));
let count = 0;
for (const rate of RATES) {
  for (const bill of BILLS) {
    for (const [about, tenders] of tendersFor(bill, scaled(rate))) {
      // Steps and ways of change alternate, each at its own pace, so that all pairs occur.
      vectors.push(vector(about, rate, STEPS[count % 4], CHANGE_IN[Math.floor(count / 4 + count / 8) % 4], bill, tenders));
      count += 1;
    }
  }
  for (const edge of edges(rate)) vectors.push(vector(...edge));
}
// Change that lies halfway between two notes, and next to it.
for (const [step, over] of [['5.00', 250], ['20.00', 1_000], ['100.00', 5_000]]) {
  for (const off of [-1, 0, 1]) {
    vectors.push(vector('change halfway between two notes', '200', step, 'LRD', [usd(500)], [lrd(200_000 + over + off)]));
  }
}

/** Bills as they are shown: three sodas at L$350, which are $1.84 each; beer with two prices; rice and whisky at the rate. */
const SHOWN = [
  [[lrd(105_000)], [[552n, 105_000n]]],
  [[usd(400)], [[400n, 70_000n]]],
  [[usd(700)], [[700n, 120_000n]]],
  [[lrd(120_000)], [[700n, 120_000n]]],
  [[lrd(40_000), usd(600)], [[250n, 40_000n], [600n, 114_000n]]],
  [[usd(400), lrd(95_000), lrd(35_000)], [[400n, 70_000n], [500n, 95_000n], [184n, 35_000n]]],
];
for (const [debts, totals] of SHOWN) {
  for (const place of [0, 1]) {
    const currency = ['USD', 'LRD'][place];
    const total = totals.reduce((sum, pair) => sum + pair[place], 0n);
    for (const off of [-total / 2n, -51n, -1n, 0n, 1n, total / 9n, 45_678n]) {
      vectors.push(vector('a total as shown', '190', '5.00', null, debts, [[currency, total + off]], totals));
    }
  }
  vectors.push(vector('a total as shown, in both currencies', '190', '5.00', null, debts, [['USD', 200n], ['LRD', 40_000n]], totals));
}

const lines = vectors.map((one) => `  ${JSON.stringify(one)}`);
process.stdout.write(`[\n${lines.join(',\n')}\n]\n`);

/** The rules of a count: what the pieces come to, and what is sent. */
import type { CashSetup, CloseBody, CountBody, Denomination } from '../../../api/types';
import { formatShort } from '../../../lib/format';
import { type Cents, type Currency, type Dual, parseMoney, toDecimal } from '../../../lib/money/money';
import { isMistyped } from '../../../lib/money/typed';
import { count as words } from '../strings';
import { CURRENCIES } from '../till';

/** What is typed: quantities by note or coin (`USD:20.00`), and the other fields by name. Texts, because forms keep them. */
export type CountValues = Record<string, string>;

/** Most digits of a quantity of notes. */
const QUANTITY_DIGITS = 5;
const BAD = ['torn', 'false'] as const;
type Bad = (typeof BAD)[number];

export const pieceKey = ({ currency, value }: Pick<Denomination, 'currency' | 'value'>): string =>
  `${currency}:${value}`;
export const totalKey = (currency: Currency): string => `total${currency}`;
export const badKey = (reason: Bad, currency: Currency): string => `${reason}${currency}`;
export const leaveKey = (currency: Currency): string => `leave${currency}`;

/** `$20`, `L$10 coin` */
export function pieceName({ currency, value, kind }: Denomination): string {
  const face = formatShort(parseMoney(value) ?? 0, currency);
  return kind === 'coin' ? words.coin(face) : face;
}

export function emptyCount(setup: CashSetup): CountValues {
  const fields = [
    ...setup.denominations.map(pieceKey),
    ...CURRENCIES.flatMap((currency) => [
      totalKey(currency),
      leaveKey(currency),
      ...BAD.map((reason) => badKey(reason, currency)),
    ]),
    'toTillId',
    'handTo',
  ];
  return Object.fromEntries(fields.map((field) => [field, '']));
}

export const tidyQuantity = (text: string): string =>
  text.replace(/\D/g, '').replace(/^0+/, '').slice(0, QUANTITY_DIGITS);

export const quantityOf = (values: CountValues, piece: Denomination): number =>
  Number(values[pieceKey(piece)] || 0);

/** What the notes and coins of one kind come to. */
export const worthOf = (values: CountValues, piece: Denomination): Cents =>
  quantityOf(values, piece) * (parseMoney(piece.value) ?? 0);

export const byPieces = (setup: CashSetup): boolean => setup.countBy === 'pieces';

/** What is counted, without bad notes. */
export function totalOf(values: CountValues, setup: CashSetup): Dual {
  const total = (currency: Currency): Cents =>
    byPieces(setup)
      ? setup.denominations
          .filter((piece) => piece.currency === currency)
          .reduce((sum, piece) => sum + worthOf(values, piece), 0)
      : (parseMoney(values[totalKey(currency)]) ?? 0);
  return { usd: total('USD'), lrd: total('LRD') };
}

/** What is missing or no amount, as a sentence; null if nothing is. Where pieces are counted, none of them is a count too. */
export function problemOf(values: CountValues, setup: CashSetup): string | null {
  const keys = CURRENCIES.flatMap((currency) => [
    totalKey(currency),
    leaveKey(currency),
    ...BAD.map((reason) => badKey(reason, currency)),
  ]);
  if (keys.some((key) => isMistyped(values[key] ?? ''))) return words.noAmount;
  const isMissing = (currency: Currency) => parseMoney(values[totalKey(currency)]) === null;
  return !byPieces(setup) && CURRENCIES.some(isMissing) ? words.both : null;
}

export function sentCount(values: CountValues, setup: CashSetup): CountBody {
  const { usd, lrd } = totalOf(values, setup);
  const pieces = setup.denominations
    .map((piece) => ({ currency: piece.currency, value: piece.value, quantity: quantityOf(values, piece) }))
    .filter(({ quantity }) => quantity > 0);
  const bad = CURRENCIES.flatMap((currency) =>
    BAD.map((reason) => ({ currency, reason, cents: parseMoney(values[badKey(reason, currency)]) ?? 0 })),
  )
    .filter(({ cents }) => cents > 0)
    .map(({ currency, reason, cents }) => ({ currency, reason, amount: toDecimal(cents) }));
  return {
    amountUSD: toDecimal(usd),
    amountLRD: toDecimal(lrd),
    ...(byPieces(setup) && { pieces }),
    ...(bad.length > 0 && { bad }),
  };
}

/** What stays in the till: everything where nothing else is typed, and nothing of a purse. */
export function leftOf(values: CountValues, counted: Dual, isPurse: boolean): Dual {
  const left = (currency: Currency, all: Cents) =>
    parseMoney(values[leaveKey(currency)]) ?? (isPurse ? 0 : all);
  return { usd: left('USD', counted.usd), lrd: left('LRD', counted.lrd) };
}

/** The body that closes a shift. What is not chosen is left to the box. */
export function closeBody(values: CountValues, setup: CashSetup): CloseBody {
  const amount = (currency: Currency) => parseMoney(values[leaveKey(currency)]);
  const [usd, lrd] = [amount('USD'), amount('LRD')];
  return {
    count: sentCount(values, setup),
    ...(usd !== null && { leaveUSD: toDecimal(usd) }),
    ...(lrd !== null && { leaveLRD: toDecimal(lrd) }),
    ...(values.toTillId && { toTillId: Number(values.toTillId) }),
    ...(values.handTo && { handTo: Number(values.handTo) }),
  };
}

/** `Short $10.00`, `Over L$1,900`; `Exact` stands alone. */
export function differenceWords(
  { usd, lrd }: Dual,
  say: (cents: Cents, currency: Currency) => string,
): Difference[] {
  const both: [Cents, Currency][] = [
    [usd, 'USD'],
    [lrd, 'LRD'],
  ];
  const off = both.filter(([cents]) => cents !== 0);
  if (off.length === 0) return [{ currency: null, text: words.exact, status: 'ok' }];
  return off.map(([cents, currency]) => ({
    currency,
    text: (cents < 0 ? words.short : words.over)(say(Math.abs(cents), currency)),
    status: cents < 0 ? 'error' : 'warning',
  }));
}

export interface Difference {
  currency: Currency | null;
  text: string;
  status: 'ok' | 'error' | 'warning';
}

/** The form of a discount: exactly one figure, for all items or for chosen ones. */
import type { DiscountBody, Order, OrderItem } from '../../../api/types';
import { formatMoney, formatTotal } from '../../../lib/format';
import { type Currency, fromServer, parseMoney, toDecimal } from '../../../lib/money/money';
import type { SentReason } from '../../../parts/reasons/reasons';
import { words as common, discount as words } from './strings';

export interface DiscountForm {
  percent: string;
  amountUSD: string;
  amountLRD: string;
  /** Null for all items. */
  itemIds: number[] | null;
}

/** The percents that one tap gives. */
export const PERCENTS = ['5', '10', '20', '50'] as const;

export const NO_DISCOUNT: DiscountForm = { percent: '10', amountUSD: '', amountLRD: '', itemIds: null };
const NO_FIGURE = { percent: '', amountUSD: '', amountLRD: '' };

export type Figure = keyof typeof NO_FIGURE;

/** A figure that is typed empties the other two. */
export const figureTyped = (figure: Figure, text: string): Partial<DiscountForm> => ({
  ...NO_FIGURE,
  [figure]: text,
});

const figureOf = (form: DiscountForm): Figure | undefined =>
  (Object.keys(NO_FIGURE) as Figure[]).find((figure) => form[figure].trim() !== '');

/** In hundredths of a percent, 1 to 10,000. */
function parsePercent(text: string): number | null {
  const value = parseMoney(text);
  return value !== null && value >= 1 && value <= 10_000 ? value : null;
}

export function mistakesOf(form: DiscountForm): Partial<Record<Figure | 'itemIds', string>> {
  const figure = figureOf(form);
  const items = form.itemIds?.length === 0 ? { itemIds: common.noItems } : {};
  if (!figure) return { percent: words.missing, ...items };
  if (figure === 'percent') {
    return parsePercent(form.percent) === null ? { percent: words.badPercent, ...items } : items;
  }
  return (parseMoney(form[figure]) ?? 0) > 0 ? items : { [figure]: words.badAmount, ...items };
}

export function bodyOf(form: DiscountForm, reason: SentReason): DiscountBody {
  const figure = figureOf(form) ?? 'percent';
  const value = toDecimal(parseMoney(form[figure]) ?? 0);
  return { [figure]: value, ...(form.itemIds && { itemIds: form.itemIds }), ...reason };
}

/** The items that a discount can be on. */
export const discountable = ({ items }: Order): OrderItem[] => items.filter(({ isComp }) => !isComp);

/** The discount of an item in its own currency; null without one. */
export function discountOf({ currency, discountUSD, discountLRD, isComp }: OrderItem): string | null {
  const cents = fromServer(currency === 'USD' ? discountUSD : discountLRD);
  return cents > 0 && !isComp ? amountOf(cents, currency) : null;
}

function amountOf(cents: number, currency: Currency): string {
  return currency === 'USD' ? formatMoney(cents, currency) : formatTotal(cents, currency);
}

/** `$2.00 + L$950`: amounts of both currencies that are not added; `$0.00` for nothing. */
export function togetherText(usd: string, lrd: string): string {
  const amounts = [
    { cents: fromServer(usd), currency: 'USD' as const },
    { cents: fromServer(lrd), currency: 'LRD' as const },
  ].filter(({ cents }) => cents !== 0);
  return amounts.map(({ cents, currency }) => amountOf(cents, currency)).join(' + ') || amountOf(0, 'USD');
}

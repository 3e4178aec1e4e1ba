/** The rules of the Currency Settings dialog: initial values, conversion while typing, request body. */
import type { Product, ProductChange } from '../../../api/types';
import { formatRate } from '../../../lib/format';
import {
  type Cents,
  type Currency,
  lrdToUsd,
  parseMoney,
  parseRate,
  toDecimal,
  usdToLrd,
} from '../../../lib/money/money';
import type { PricePair } from '../../../parts/price-question/question';
import { currency as words } from '../strings';

/** Used when a product has no rate of its own. */
export const DEFAULT_RATE = '185.00';

export interface CurrencyForm {
  currency: Currency;
  exchangeRate: string;
  priceUSD: string;
  priceLRD: string;
}

export type CurrencyErrors = Partial<Record<keyof CurrencyForm, string>>;

/** `price` is in the product's own currency; without a dollar price the effective one is used. */
export function startForm(product: Product): CurrencyForm {
  const currency = product.currency ?? 'USD';
  return {
    currency,
    exchangeRate: product.exchangeRate === null ? DEFAULT_RATE : formatRate(product.exchangeRate),
    priceUSD: product.priceUSD ?? (currency === 'USD' ? product.price : product.effectivePriceUSD),
    priceLRD: product.priceLRD ?? '',
  };
}

/** A typed dollar price fills the other field; an emptied one leaves it, so that a product can have one price only. */
export function typeUSD(form: CurrencyForm, priceUSD: string): CurrencyForm {
  return fillLRD({ ...form, priceUSD });
}

export function typeLRD(form: CurrencyForm, priceLRD: string): CurrencyForm {
  return fillUSD({ ...form, priceLRD });
}

export function fillLRD(form: CurrencyForm): CurrencyForm {
  const usd = parseMoney(form.priceUSD);
  if (usd === null || parseRate(form.exchangeRate) === null) return form;
  return { ...form, priceLRD: toDecimal(usdToLrd(usd, form.exchangeRate)) };
}

export function fillUSD(form: CurrencyForm): CurrencyForm {
  const lrd = parseMoney(form.priceLRD);
  if (lrd === null || parseRate(form.exchangeRate) === null) return form;
  return { ...form, priceUSD: toDecimal(lrdToUsd(lrd, form.exchangeRate)) };
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Both price fields are blank, so there is nothing to save. */
export function hasNoPrice(form: CurrencyForm): boolean {
  return isBlank(form.priceUSD) && isBlank(form.priceLRD);
}

/** Both amounts; null unless both prices and the rate are valid. */
export function previewOf(form: CurrencyForm): { usd: Cents; lrd: Cents; rate: string } | null {
  const [usd, lrd] = [priceOf(form.priceUSD), priceOf(form.priceLRD)];
  if (!usd || !lrd || parseRate(form.exchangeRate) === null) return null;
  return { usd, lrd, rate: form.exchangeRate };
}

/** The request body; 'missing' when neither price is above 0; or the errors by field. */
export function toPatch(form: CurrencyForm): ProductChange | 'missing' | CurrencyErrors {
  const [usd, lrd] = [priceOf(form.priceUSD), priceOf(form.priceLRD)];
  if (!usd && !lrd) return 'missing';
  const errors: CurrencyErrors = {};
  if (usd === undefined) errors.priceUSD = words.notAnAmount;
  if (lrd === undefined) errors.priceLRD = words.notAnAmount;
  if (parseRate(form.exchangeRate) === null) errors.exchangeRate = words.rateWrong;
  if (Object.keys(errors).length > 0) return errors;
  const [priceUSD, priceLRD] = [asNumber(usd), asNumber(lrd)];
  return {
    currency: form.currency,
    priceUSD,
    priceLRD,
    exchangeRate: Number(form.exchangeRate),
    price: (form.currency === 'USD' ? priceUSD : priceLRD) ?? 0,
  };
}

export function isPatch(result: ReturnType<typeof toPatch>): result is ProductChange {
  return typeof result === 'object' && 'price' in result;
}

/** Cents above 0; null for blank or 0; undefined if the text is not an amount. */
function priceOf(text: string): Cents | null | undefined {
  if (isBlank(text)) return null;
  const cents = parseMoney(text);
  return cents === null ? undefined : cents || null;
}

/** Both prices as the patch sets them; blank and 0 set none. */
export function pricesOf(form: CurrencyForm): PricePair {
  return { usd: priceOf(form.priceUSD) ?? null, lrd: priceOf(form.priceLRD) ?? null };
}

/** A JSON number, as product.md §7 requires: it holds 15 digits exactly, and the server allows no more. */
function asNumber(cents: Cents | null | undefined): number | null {
  return cents ? Number(toDecimal(cents)) : null;
}

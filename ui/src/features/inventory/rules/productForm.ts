/** The rules of the product form: initial values, validation, request body. */
import type { Category, Product, ProductBody, ProductChange } from '../../../api/types';
import { type Cents, type Currency, parseMoney, toDecimal } from '../../../lib/money/money';
import type { PricePair } from '../../../parts/price-question/question';
import { form as words } from '../strings';
import {
  checkDetails,
  type DetailsErrors,
  type DetailsForm,
  detailsBody,
  detailsOf,
  hasOwnLevel,
  isMixed,
  newDetails,
  PLAIN,
} from './stockDetails';

export interface ProductForm extends DetailsForm {
  name: string;
  brand: string;
  barcode: string;
  /** The one price of a new product, in `currency`. */
  price: string;
  currency: Currency;
  /** The prices that are set on an existing product, in place of `price`. A blank one follows the rate. */
  priceUSD: string;
  priceLRD: string;
  stock: string;
  category: Category;
  section: string;
  /** Empty for the tax class of the category. */
  taxClass: string;
  description: string;
  isAvailable: boolean;
}

/** Only the fields that were typed into; the others follow the product as colleagues change it. */
export type Typed = Partial<ProductForm>;
export type FormErrors = Partial<Record<keyof ProductForm, string>> & DetailsErrors;
export type FieldName = keyof FormErrors;

export const EMPTY: ProductForm = {
  name: '',
  brand: '',
  barcode: '',
  price: '',
  currency: 'USD',
  priceUSD: '',
  priceLRD: '',
  stock: '',
  category: 'drinks',
  section: '',
  taxClass: '',
  description: '',
  isAvailable: true,
  ...PLAIN,
};

export function formOf(product: Product): ProductForm {
  return {
    name: product.name,
    brand: product.brand ?? '',
    barcode: product.barcode,
    price: product.price,
    currency: product.currency,
    priceUSD: product.priceUSD ?? '',
    priceLRD: product.priceLRD ?? '',
    stock: product.recipe ? '' : String(product.stock ?? ''),
    ...detailsOf(product),
    category: product.category,
    section: product.section ?? '',
    taxClass: product.taxClass ?? '',
    description: product.description ?? '',
    isAvailable: product.isAvailable === 1,
  };
}

/** `present` is the level of an existing product, null if it has none of its own. A new product may have no price and is then free; an existing one may not lose both prices. */
export function check(form: ProductForm, isNew: boolean, present: number | null = null): FormErrors {
  const errors: FormErrors = checkDetails(form, present);
  if (form.name.trim() === '') errors.name = words.nameMissing;
  const amounts = isNew ? (['price'] as const) : (['priceUSD', 'priceLRD'] as const);
  for (const name of amounts) if (amountOf(form[name]) === undefined) errors[name] = words.notAnAmount;
  if (!isNew && amounts.every((name) => form[name].trim() === ''))
    errors[form.currency === 'USD' ? 'priceUSD' : 'priceLRD'] = words.priceMissing;
  // The present level may be below 0.
  if (hasStockField(form) && parseStock(form.stock) < 0 && form.stock !== String(present))
    errors.stock = words.stockWrong;
  return errors;
}

/** Whether a new product would cost nothing, for a form without errors. */
export const isFree = ({ price }: ProductForm): boolean => !amountOf(price);

/** Null for a blank field; undefined if the text is not an amount. */
function amountOf(text: string): Cents | null | undefined {
  return text.trim() === '' ? null : (parseMoney(text) ?? undefined);
}

/** The prices of the edit form, for a form without errors. */
export function pricesOf(form: ProductForm): PricePair {
  return { usd: amountOf(form.priceUSD) ?? null, lrd: amountOf(form.priceLRD) ?? null };
}

/** The whole number that the text begins with; 0 if there is none. */
export function parseStock(text: string): number {
  const stock = Number.parseInt(text, 10);
  return Number.isSafeInteger(stock) ? stock : 0;
}

/** Whether its level is typed: it is counted, and no mixture. */
export const hasStockField = (form: ProductForm): boolean => form.stockMode === 'counted' && !isMixed(form);

/** The request body of `POST /api/products`. */
export function toBody(form: ProductForm): ProductBody {
  return {
    ...commonBody(form),
    ...newDetails(form),
    ...(form.taxClass && { taxClass: form.taxClass }),
    price: toDecimal(parseMoney(form.price) ?? 0),
    currency: form.currency,
  };
}

function commonBody(form: ProductForm) {
  return {
    name: form.name.trim(),
    brand: orNull(form.brand),
    barcode: orNull(form.barcode),
    // What is not counted or mixed has no level.
    ...(hasOwnLevel(form) && { stock: parseStock(form.stock) }),
    category: form.category,
    section: orNull(form.section),
    description: orNull(form.description),
    isAvailable: form.isAvailable ? (1 as const) : (0 as const),
  };
}

/**
 * The fields that differ from the product, for `PUT /api/products/{id}`, where an absent field keeps its value. A stock
 * that was not typed is left out, because it would undo what a colleague sold meanwhile; so is a price that follows the
 * rate, because it would be set from then on.
 */
export function toChanges(typed: Typed, product: Product): ProductChange {
  const body = (form: ProductForm): ProductChange => {
    const { usd, lrd } = pricesOf(form);
    return {
      ...commonBody(form),
      ...detailsBody(form),
      // Goods of its own again, without a level: the box asks for a count.
      ...((product.stock === null || product.recipe) && form.stock.trim() === '' && { stock: undefined }),
      taxClass: orNull(form.taxClass),
      priceUSD: decimal(usd),
      priceLRD: decimal(lrd),
    };
  };
  const before = body(formOf(product));
  const after = body({ ...formOf(product), ...typed });
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => differ(before[name as keyof ProductChange], value)),
  );
}

/** An absent value is none. */
const differ = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) !== JSON.stringify(other ?? null);

function decimal(cents: Cents | null): string | null {
  return cents === null ? null : toDecimal(cents);
}

function orNull(text: string): string | null {
  return text.trim() || null;
}

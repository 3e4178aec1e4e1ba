/** The rules of the product form: initial values, validation, request body. */
import type { Category, Product, ProductBody, ProductChange, StockMode } from '../../../api/types';
import { type Cents, type Currency, parseMoney, toDecimal } from '../../../lib/money/money';
import type { PricePair } from '../../../parts/price-question/question';
import { form as words } from '../strings';

export interface ProductForm {
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
  stockMode: StockMode;
  /** Whether sales go on at a level of 0. */
  belowZero: boolean;
  category: Category;
  section: string;
  /** Empty for the tax class of the category. */
  taxClass: string;
  description: string;
  isAvailable: boolean;
}

/** Only the fields that were typed into; the others follow the product as colleagues change it. */
export type Typed = Partial<ProductForm>;
export type FormErrors = Partial<Record<keyof ProductForm, string>>;

export const EMPTY: ProductForm = {
  name: '',
  brand: '',
  barcode: '',
  price: '',
  currency: 'USD',
  priceUSD: '',
  priceLRD: '',
  stock: '',
  stockMode: 'counted',
  belowZero: false,
  category: 'drinks',
  section: '',
  taxClass: '',
  description: '',
  isAvailable: true,
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
    stock: String(product.stock ?? ''),
    stockMode: product.stockMode,
    belowZero: product.stockMode === 'counted' && !product.floor,
    category: product.category,
    section: product.section ?? '',
    taxClass: product.taxClass ?? '',
    description: product.description ?? '',
    isAvailable: product.isAvailable === 1,
  };
}

/** `present` is the level that the product has, as the form shows it. A new product may have no price and is then free; an existing one may not lose both prices. */
export function check(form: ProductForm, isNew: boolean, present = ''): FormErrors {
  const errors: FormErrors = {};
  if (form.name.trim() === '') errors.name = words.nameMissing;
  const amounts = isNew ? (['price'] as const) : (['priceUSD', 'priceLRD'] as const);
  for (const name of amounts) if (amountOf(form[name]) === undefined) errors[name] = words.notAnAmount;
  if (!isNew && amounts.every((name) => form[name].trim() === ''))
    errors[form.currency === 'USD' ? 'priceUSD' : 'priceLRD'] = words.priceMissing;
  // The present level may be below 0.
  if (form.stockMode === 'counted' && parseStock(form.stock) < 0 && form.stock !== present)
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

/** The request body of `POST /api/products`. */
export function toBody(form: ProductForm): ProductBody {
  const { stockMode, floor, ...common } = commonBody(form);
  return {
    ...common,
    ...(stockMode === 'free' && { stockMode }),
    ...(floor === false && { floor }),
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
    ...stockOf(form),
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
      // Counted again without a level: the box asks for a count.
      ...(product.stock === null && form.stock.trim() === '' && { stock: undefined }),
      taxClass: orNull(form.taxClass),
      priceUSD: decimal(usd),
      priceLRD: decimal(lrd),
    };
  };
  const before = body(formOf(product));
  const after = body({ ...formOf(product), ...typed });
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof ProductChange] !== value),
  );
}

/** What is not counted has no level. */
function stockOf({
  stock,
  stockMode,
  belowZero,
}: ProductForm): Pick<ProductBody, 'stock' | 'stockMode' | 'floor'> {
  if (stockMode === 'free') return { stockMode };
  return { stock: parseStock(stock), stockMode, floor: !belowZero };
}

function decimal(cents: Cents | null): string | null {
  return cents === null ? null : toDecimal(cents);
}

function orNull(text: string): string | null {
  return text.trim() || null;
}

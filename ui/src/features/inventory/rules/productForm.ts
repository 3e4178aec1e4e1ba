/** The rules of the product form: initial values, validation, request body. */
import type { Category, Product, ProductBody, ProductChange } from '../../../api/types';
import { type Currency, parseMoney, toDecimal } from '../../../lib/money/money';
import { form as words } from '../strings';

export interface ProductForm {
  name: string;
  brand: string;
  barcode: string;
  price: string;
  currency: Currency;
  stock: string;
  category: Category;
  description: string;
  isAvailable: boolean;
}

/** Only what was typed; the rest keeps showing the product as it is, also while others change it. */
export type Typed = Partial<ProductForm>;
export type FormErrors = Partial<Record<keyof ProductForm, string>>;

export const EMPTY: ProductForm = {
  name: '',
  brand: '',
  barcode: '',
  price: '',
  currency: 'USD',
  stock: '',
  category: 'drinks',
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
    stock: String(product.stock),
    category: product.category,
    description: product.description ?? '',
    isAvailable: product.isAvailable === 1,
  };
}

/** `isNew`: a new product may come without a price and costs nothing then; a known one may not lose its price. */
export function check(form: ProductForm, isNew: boolean): FormErrors {
  const errors: FormErrors = {};
  if (form.name.trim() === '') errors.name = words.nameMissing;
  if (form.price.trim() === '') {
    if (!isNew) errors.price = words.priceMissing;
  } else if (parseMoney(form.price) === null) errors.price = words.notAnAmount;
  if (parseStock(form.stock) < 0) errors.stock = words.stockWrong;
  return errors;
}

/** Parsed as integer, default 0. */
export function parseStock(text: string): number {
  const stock = Number.parseInt(text, 10);
  return Number.isSafeInteger(stock) ? stock : 0;
}

/** The whole product, as `POST /api/products` takes it. */
export function toBody(form: ProductForm): ProductBody {
  return {
    name: form.name.trim(),
    brand: orNull(form.brand),
    barcode: orNull(form.barcode),
    price: toDecimal(parseMoney(form.price) ?? 0),
    stock: parseStock(form.stock),
    category: form.category,
    description: orNull(form.description),
    isAvailable: form.isAvailable ? 1 : 0,
    currency: form.currency,
  };
}

/**
 * What differs from the product, for `PUT /api/products/{id}`, where an absent field keeps its value: a stock that
 * was not typed must not undo what a colleague sold meanwhile, nor a price fix what follows the rate.
 */
export function toChanges(typed: Typed, product: Product): ProductChange {
  const before = toBody(formOf(product));
  const after = toBody({ ...formOf(product), ...typed });
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof ProductBody] !== value),
  );
}

function orNull(text: string): string | null {
  return text.trim() || null;
}

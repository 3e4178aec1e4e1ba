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

/** Only the fields that were typed into; the others follow the product as colleagues change it. */
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

/** A new product may have no price and is then free; an existing one may not lose its price. */
export function check(form: ProductForm, isNew: boolean): FormErrors {
  const errors: FormErrors = {};
  if (form.name.trim() === '') errors.name = words.nameMissing;
  if (form.price.trim() === '') {
    if (!isNew) errors.price = words.priceMissing;
  } else if (parseMoney(form.price) === null) errors.price = words.notAnAmount;
  if (parseStock(form.stock) < 0) errors.stock = words.stockWrong;
  return errors;
}

/** The typed whole number, 0 by default. */
export function parseStock(text: string): number {
  const stock = Number.parseInt(text, 10);
  return Number.isSafeInteger(stock) ? stock : 0;
}

/** The request body of `POST /api/products`. */
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

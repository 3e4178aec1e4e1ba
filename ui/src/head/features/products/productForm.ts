/** The form of a shared product: its values, errors, and what is sent. */
import type { FieldErrors } from '../../../api/forms/useForm';
import { parseMoney, toDecimal } from '../../../lib/money/money';
import type { BarId, ChainProduct, ChainProductInput } from '../../api/types';
import { words } from './strings';

export interface ProductForm {
  name: string;
  brand: string;
  barcode: string;
  category: ChainProduct['category'];
  description: string;
  taxClass: string | null;
  priceOwner: ChainProduct['priceOwner'];
  currency: ChainProduct['currency'];
  priceUSD: string;
  priceLRD: string;
  bars: 'all' | BarId[];
}

export const valuesOf = (product: ChainProduct | null): ProductForm => ({
  name: product?.name ?? '',
  brand: product?.brand ?? '',
  barcode: product?.barcode ?? '',
  category: product?.category ?? 'drinks',
  description: product?.description ?? '',
  // It has no field: it stays as it is.
  taxClass: product?.taxClass ?? null,
  priceOwner: product?.priceOwner ?? 'bar',
  currency: product?.currency ?? 'USD',
  priceUSD: product?.priceUSD ?? '',
  priceLRD: product?.priceLRD ?? '',
  bars: product?.bars ?? 'all',
});

export function checkProduct(form: ProductForm): FieldErrors<keyof ProductForm> {
  const errors: FieldErrors<keyof ProductForm> = {};
  if (form.name.trim() === '') errors.name = words.nameMissing;
  for (const field of ['priceUSD', 'priceLRD'] as const) {
    if (form[field].trim() !== '' && !parseMoney(form[field])) errors[field] = words.priceWrong;
  }
  const priceless = form.priceUSD.trim() === '' && form.priceLRD.trim() === '';
  if (form.priceOwner === 'chain' && priceless) errors.priceUSD = words.priceMissing;
  if (form.bars !== 'all' && form.bars.length === 0) errors.bars = words.barsMissing;
  return errors;
}

export function inputOf(form: ProductForm, all: readonly BarId[]): ChainProductInput {
  const text = (value: string) => value.trim() || null;
  const amount = (value: string) => {
    const cents = parseMoney(value);
    return cents === null ? null : toDecimal(cents);
  };
  return {
    name: form.name.trim(),
    brand: text(form.brand),
    barcode: text(form.barcode),
    category: form.category,
    description: text(form.description),
    taxClass: form.taxClass,
    priceOwner: form.priceOwner,
    currency: form.currency,
    priceUSD: amount(form.priceUSD),
    priceLRD: amount(form.priceLRD),
    bars: form.bars === 'all' ? [...all] : form.bars,
  };
}

/** The rules of a quick sale, before it is sent: what is missing, and the figures that go with it. */
import { SALE_METHODS } from '../../api/payment';
import type { Product, SalePaymentMethod } from '../../api/types';
import { fromServer, toDecimal } from '../../lib/money';
import { readTexts } from '../../lib/useKept';
import { quickSale as words } from './strings';

export interface QuickSaleForm {
  /** '' while none is chosen. */
  productId: string;
  quantity: string;
  paymentMethod: SalePaymentMethod;
}

export interface Problem {
  field: 'productId' | 'quantity';
  /** Of the toast. */
  title: string;
  text: string;
  /** Beside the field, in fewer words. */
  hint: string;
}

export function problemOf(
  { productId, quantity }: QuickSaleForm,
  product: Product | undefined,
): Problem | null {
  if (productId === '' || !product) return { field: 'productId', ...words.missing, hint: words.chooseHint };
  if (quantity.trim() === '') return { field: 'quantity', ...words.missing, hint: words.quantityHint };
  const count = quantityOf(quantity);
  if (count === null || count <= 0) return { field: 'quantity', ...words.invalid, hint: words.atLeastOne };
  if (count > product.stock) {
    return { field: 'quantity', ...words.insufficient(product.stock), hint: words.inStock(product.stock) };
  }
  return null;
}

export const EMPTY_FORM: QuickSaleForm = { productId: '', quantity: '1', paymentMethod: 'cash' };

/** What was sent and never answered, or was being typed, stands in the form again. */
export function formOf(kept: unknown): QuickSaleForm | null {
  const form = readTexts<Record<keyof QuickSaleForm, string>>(EMPTY_FORM)(kept);
  const method = SALE_METHODS.find(({ value }) => value === form?.paymentMethod)?.value;
  return form && { ...form, paymentMethod: method ?? 'cash' };
}

/** A whole number; null for anything else. */
export function quantityOf(text: string): number | null {
  const value = Number(text.trim());
  return /^-?\d+$/.test(text.trim()) && Number.isSafeInteger(value) ? value : null;
}

/** What it costs, and what is sent: every figure that was shown, so that the box can refuse what is no longer so. */
export function saleOf(product: Product, quantity: number, paymentMethod: SalePaymentMethod, rate?: number) {
  const { id, currency, effectivePriceUSD, effectivePriceLRD } = product;
  const usd = fromServer(effectivePriceUSD);
  const lrd = fromServer(effectivePriceLRD);
  const own = currency === 'USD' ? usd : lrd;
  return {
    productId: id,
    quantity,
    unitPrice: toDecimal(own),
    totalAmount: toDecimal(own * quantity),
    currency,
    unitPriceUSD: toDecimal(usd),
    unitPriceLRD: toDecimal(lrd),
    totalAmountUSD: toDecimal(usd * quantity),
    totalAmountLRD: toDecimal(lrd * quantity),
    ...(rate === undefined ? {} : { exchangeRate: rate }),
    paymentMethod,
    notes: null,
    customerId: null,
    customerName: null,
    customerPhone: null,
  };
}

/** The rules of the quick sale form: validation and request body. */
import { figuresOf, priceOf } from '../../api/prices';
import type { CounterBody, Product } from '../../api/types';
import { inBoth, parseMoney } from '../../lib/money/money';
import { type Priced, parseQuantity, reasonOf } from '../../parts/lines/lines';
import { limitOf } from '../../parts/stock/limit';
import { type Oversold, oversellFor } from '../../parts/stock/SellAnyway';
import { quickSale as words } from './strings';

export interface QuickSaleForm extends Oversold {
  /** '' while none is chosen. */
  productId: string;
  quantity: string;
  paymentMethod: string;
  /** A manager's price in the product's currency, and the reason; both '' at the list price. */
  price: string;
  reason: string;
  /** The id of the chosen reason of the list, or ''. */
  reasonId: string;
}

export interface Problem {
  field: 'productId' | 'quantity';
  /** Title and text of the toast. */
  title: string;
  text: string;
  /** Shown beside the field. It differs from the toast, so that screen readers do not repeat a text. */
  hint: string;
}

export function problemOf(
  { productId, quantity, anyway }: QuickSaleForm,
  product: Product | undefined,
): Problem | null {
  if (productId === '' || !product) return { field: 'productId', ...words.missing, hint: words.chooseHint };
  if (quantity.trim() === '') return { field: 'quantity', ...words.missing, hint: words.quantityHint };
  const count = parseQuantity(quantity);
  if (count === null || count <= 0) return { field: 'quantity', ...words.invalid, hint: words.atLeastOne };
  const most = limitOf(product, anyway);
  if (count > most) {
    return { field: 'quantity', ...words.insufficient(most), hint: words.inStock(most) };
  }
  return null;
}

export const EMPTY_FORM: QuickSaleForm = {
  productId: '',
  quantity: '1',
  paymentMethod: 'cash',
  price: '',
  reason: '',
  reasonId: '',
  anyway: false,
};

/** The product at its list price, or at the price that a manager has entered. */
export function pricedOf(
  product: Product,
  { price, reason, reasonId }: QuickSaleForm,
  rate: number | undefined,
): Priced {
  const { name, currency } = product;
  const list = priceOf(product);
  const own = parseMoney(price);
  if (own === null || reason === '' || rate === undefined) return { name, currency, price: list };
  return {
    name,
    currency,
    price: inBoth(own, currency, rate),
    discount: { reason, reasonId: Number(reasonId) || undefined, list },
  };
}

/** The request body. Includes every figure that was shown, so that the server can refuse outdated ones. */
export function saleOf(product: Product, form: QuickSaleForm, rate?: number): CounterBody {
  const priced = pricedOf(product, form, rate);
  const quantity = parseQuantity(form.quantity) ?? 0;
  return {
    productId: product.id,
    ...figuresOf(priced.price, priced.currency, quantity, rate),
    ...reasonOf(priced),
    ...oversellFor(product, quantity, form),
    paymentMethod: form.paymentMethod,
    notes: null,
    customerId: null,
    customerName: null,
    customerPhone: null,
  };
}

/** Restores the form from an unanswered request. */
export function sentForm(sent: CounterBody): QuickSaleForm {
  return {
    productId: String(sent.productId),
    quantity: String(sent.quantity),
    paymentMethod: sent.paymentMethod ?? 'cash',
    price: (sent.discountReason && sent.unitPrice) || '',
    reason: sent.discountReason ?? '',
    reasonId: String(sent.discountReasonId ?? ''),
    anyway: sent.oversell === true,
  };
}

/** The rules of the Add Credit form: validation and request body. */
import { figuresOf, priceOf } from '../../../api/prices';
import type { CreditBody, Product } from '../../../api/types';
import { parseQuantity } from '../../../parts/lines/lines';
import { type Oversold, oversellFor } from '../../../parts/stock/SellAnyway';
import { adding as words } from './strings';

export interface CreditForm extends Oversold {
  customerName: string;
  customerPhone: string;
  /** '' while none is chosen. */
  productId: string;
  quantity: string;
  notes: string;
}

export type Problems = Partial<Record<keyof CreditForm, string>>;

export const EMPTY_FORM: CreditForm = {
  customerName: '',
  customerPhone: '',
  productId: '',
  quantity: '1',
  notes: '',
  anyway: false,
};

export function problemsOf(form: CreditForm, product: Product | undefined): Problems {
  const problems: Problems = {};
  if (form.customerName.trim() === '') problems.customerName = words.nameRequired;
  if (form.productId === '') problems.productId = words.productRequired;
  else if (!product) problems.productId = words.productMissing;
  if (quantityOf(form.quantity) < 1) problems.quantity = words.quantityRequired;
  return problems;
}

/** The typed quantity; 0 for anything but a whole number above 0. */
export function quantityOf(text: string): number {
  return Math.max(0, parseQuantity(text) ?? 0);
}

export function requestOf(form: CreditForm, product: Product, rate: number | undefined): CreditBody {
  const quantity = quantityOf(form.quantity);
  return {
    customerName: form.customerName.trim(),
    customerPhone: form.customerPhone.trim() || null,
    productId: product.id,
    notes: form.notes.trim() || null,
    ...figuresOf(priceOf(product), product.currency, quantity, rate),
    ...oversellFor(product, quantity, form),
  };
}

/** Restores the form from an unanswered request. */
export function formOf(sent: CreditBody): CreditForm {
  return {
    customerName: sent.customerName ?? '',
    customerPhone: sent.customerPhone ?? '',
    productId: String(sent.productId),
    quantity: String(sent.quantity),
    notes: sent.notes ?? '',
    anyway: sent.oversell === true,
  };
}

/** The ways to pay, in the words of the screens. */
import { formatStatus } from '../lib/format';
import type { SalePaymentMethod } from './types';

/** Over the counter. */
export const SALE_METHODS: readonly { value: SalePaymentMethod; label: string }[] = [
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Credit/Debit Card' },
  { value: 'digital', label: 'Digital Payment' },
  { value: 'check', label: 'Check' },
];

/** Any method of a record, those of orders too. */
export function methodLabel(method: string): string {
  return SALE_METHODS.find(({ value }) => value === method)?.label ?? formatStatus(method);
}

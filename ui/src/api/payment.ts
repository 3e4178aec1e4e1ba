/** Payment methods with the labels of the screens. */
import { formatStatus } from '../lib/format';

/** LRD per USD where money is taken while no rate has been loaded (product.md §9). */
export const DEFAULT_RATE = 185;

/** Over the counter. */
export const SALE_METHODS: readonly { value: string; label: string }[] = [
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Credit/Debit Card' },
  { value: 'digital', label: 'Digital Payment' },
  { value: 'check', label: 'Check' },
];

/** On an order or a tab. */
export const ORDER_METHODS: readonly { value: string; label: string }[] = [
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Card' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'mixed', label: 'Mixed' },
];

/** Any method of a record, those of orders too. */
export function methodLabel(method: string): string {
  return SALE_METHODS.find(({ value }) => value === method)?.label ?? formatStatus(method);
}

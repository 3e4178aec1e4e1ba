/** Payment methods with the labels of the screens. */
import { formatStatus } from '../lib/format';

/** LRD per USD for payments while no rate has been loaded (product.md §9). */
export const DEFAULT_RATE = 185;

/** Methods of a counter sale. */
export const SALE_METHODS: readonly { value: string; label: string }[] = [
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Credit/Debit Card' },
  { value: 'digital', label: 'Digital Payment' },
  { value: 'check', label: 'Check' },
];

/** Methods of an order or a tab. */
export const ORDER_METHODS: readonly { value: string; label: string }[] = [
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Card' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'mixed', label: 'Mixed' },
];

/** A method and its name, as the bar has it. */
export interface NamedMethod {
  id: string;
  name: string;
}

/** The label of any method, also of one that only orders use; of a method that the bar has added, its name in `named`. */
export function methodLabel(method: string, named: readonly NamedMethod[] = []): string {
  const own = [...SALE_METHODS, ...ORDER_METHODS].find(({ value }) => value === method);
  return own?.label ?? named.find(({ id }) => id === method)?.name ?? formatStatus(method);
}

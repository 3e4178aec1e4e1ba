/** Stock levels on the Inventory screen, and the rules of stock changes. */
import type { Product, StockReason } from '../../../api/types';

/** Stock below this and above 0 is low on this screen. */
const LOW_BELOW = 5;
/** The quick stock changes, in the order of their buttons. */
export const QUICK_STEPS = [-5, -1, 1, 5] as const;

export type StockStatus = 'ok' | 'low' | 'out';

export const STOCK_LABEL: Record<StockStatus, string> = {
  ok: 'In Stock',
  low: 'Low Stock',
  out: 'Out of Stock',
};

/** `stock` is null where it is not counted: that is never low. */
export function stockStatus(stock: number | null): StockStatus {
  if (stock === null) return 'ok';
  if (stock <= 0) return 'out';
  return stock < LOW_BELOW ? 'low' : 'ok';
}

/** What counts as low, out and worth: portions of what is counted and sold by itself; null for all others. */
export function watched({
  portions,
  recipe,
  forSale,
}: Pick<Product, 'portions' | 'recipe' | 'forSale'>): number | null {
  return recipe === null && forSale ? portions : null;
}

/** Whether it has a level of its own: it is counted, and no mixture. */
export const hasLevel = ({ stock, recipe }: Pick<Product, 'stock' | 'recipe'>): boolean =>
  stock !== null && recipe === null;

/** Whether one tap adds or removes one: only of what is counted by the piece. */
export const hasSteps = (product: Pick<Product, 'stock' | 'recipe' | 'unit'>): boolean =>
  hasLevel(product) && product.unit === 'piece';

/** A change does not go below 0, unless the product may. */
export function mayChange({ stock, floor }: Pick<Product, 'stock' | 'floor'>, step: number): boolean {
  return stock !== null && (step > 0 || !floor || stock + step >= 0);
}

export function stepLabel(step: number): string {
  return step > 0 ? `+${step}` : String(step);
}

export const REASONS = [
  { value: 'delivery', label: 'Delivery' },
  { value: 'count', label: 'Count' },
  { value: 'waste', label: 'Waste' },
  { value: 'correction', label: 'Correction' },
] as const satisfies readonly { value: StockReason; label: string }[];

/** The field that was typed into last, and its text. A wasted amount is typed without a sign and taken away. */
export interface StockEntry {
  kind: 'delta' | 'count' | 'wasted';
  text: string;
}

/** The entry as another reason asks for it: waste asks how many were wasted, every other reason for a change or a count. */
export function entryFor(reason: StockReason | '', entry: StockEntry, stock: number): StockEntry {
  if ((reason === 'waste') === (entry.kind === 'wasted')) return entry;
  const value = parseWhole(entry.kind === 'count' ? bothFields(entry, stock).delta : entry.text);
  if (reason === 'waste') return { kind: 'wasted', text: value ? String(Math.abs(value)) : '' };
  return { kind: 'delta', text: value ? String(-value) : '' };
}

/** The texts of both fields: one as typed, the other computed from the current stock. */
export function bothFields(entry: StockEntry, stock: number): { delta: string; count: string } {
  const value = parseWhole(entry.text);
  if (entry.kind === 'delta')
    return { delta: entry.text, count: value === null ? '' : String(stock + value) };
  return { delta: value === null ? '' : String(value - stock), count: entry.text };
}

/** Suggests the reason for a stock change; the user may choose another. */
export function likelyReason(entry: StockEntry): StockReason | '' {
  const value = parseWhole(entry.text);
  if (value === null) return '';
  if (entry.kind === 'count') return 'count';
  return value > 0 ? 'delivery' : '';
}

export function parseWhole(text: string): number | null {
  const trimmed = text.trim();
  if (!/^[+-]?\d+$/.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isSafeInteger(value) ? value : null;
}

/** The stock after this entry; null while it is not a whole number. */
export function levelAfter(entry: StockEntry, stock: number): number | null {
  const value = parseWhole(entry.text);
  if (value === null) return null;
  if (entry.kind === 'wasted') return stock - value;
  return entry.kind === 'delta' ? stock + value : value;
}

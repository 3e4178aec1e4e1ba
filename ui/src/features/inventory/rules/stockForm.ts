/** Validates the Update Stock form and makes its request body. */
import type { Product, StockBody, StockReason } from '../../../api/types';
import { stock as words } from '../strings';
import { levelAfter, parseWhole, type StockEntry } from './stock';

export type StockErrors = Partial<Record<'delta' | 'count' | 'reason' | 'notes', string>>;

export function checkStock(
  entry: StockEntry,
  reason: StockReason | '',
  notes: string,
  product: Pick<Product, 'stock' | 'floor'>,
): { errors: StockErrors; move?: StockBody } {
  const errors: StockErrors = {};
  const field = entry.kind === 'count' ? 'count' : 'delta';
  const value = parseWhole(entry.text);
  const after = levelAfter(entry, product.stock ?? 0);
  // A count is never below 0, but the level of what has no floor may be, before and after.
  const stops = product.floor || entry.kind === 'count';
  if (entry.text.trim() === '') errors[field] = entry.kind === 'wasted' ? words.wastedMissing : words.missing;
  else if (value === null || after === null) errors[field] = words.noNumber;
  else if (entry.kind === 'wasted' && value < 1) errors[field] = words.wastedMissing;
  else if (after < 0 && stops) errors[field] = words.below;
  if (reason === '') errors.reason = words.reasonMissing;
  if (value === null || reason === '' || Object.keys(errors).length > 0) return { errors };
  const common = { reason, notes: notes.trim() || null };
  return {
    errors,
    move:
      entry.kind === 'count'
        ? { count: value, ...common }
        : { delta: entry.kind === 'wasted' ? -value : value, ...common },
  };
}

/** Validates the Update Stock form and makes its request body. */
import type { StockBody, StockReason } from '../../../api/types';
import { stock as words } from '../strings';
import { levelAfter, parseWhole, type StockEntry } from './stock';

export type StockErrors = Partial<Record<'delta' | 'count' | 'reason' | 'notes', string>>;

export function checkStock(
  entry: StockEntry,
  reason: StockReason | '',
  notes: string,
  stock: number,
): { errors: StockErrors; move?: StockBody } {
  const errors: StockErrors = {};
  const value = parseWhole(entry.text);
  const after = levelAfter(entry, stock);
  if (entry.text.trim() === '') errors[entry.kind] = words.missing;
  else if (value === null || after === null) errors[entry.kind] = words.noNumber;
  else if (after < 0) errors[entry.kind] = words.below;
  if (reason === '') errors.reason = words.reasonMissing;
  if (value === null || reason === '' || Object.keys(errors).length > 0) return { errors };
  const common = { reason, notes: notes.trim() || null };
  return {
    errors,
    move: entry.kind === 'delta' ? { delta: value, ...common } : { count: value, ...common },
  };
}

/** The mistakes of a list, as the box named them. */
import { ApiError } from '../../../api/error';
import type { ImportError } from '../../../api/types';

export function mistakesOf(error: unknown): ImportError[] {
  if (!(error instanceof ApiError) || !Array.isArray(error.refusal.errors)) return [];
  return error.refusal.errors as ImportError[];
}

/** The errors of an imported list, from the server's refusal. */
import { ApiError } from '../../../api/http/error';
import type { ImportError } from '../../../api/types';

export function mistakesOf(error: unknown): ImportError[] {
  if (!(error instanceof ApiError) || !Array.isArray(error.refusal.errors)) return [];
  return error.refusal.errors as ImportError[];
}

/** Refusals of a payment that the forms show where they belong. */
import { ApiError } from '../../api/error';

/** Each reference of a payment by phone or bank counts once, for ever. */
export function isUsedReference(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'reference_used';
}

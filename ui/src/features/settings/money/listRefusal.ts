/** The server's error message about a list of the settings, or about the whole request. */
import { ApiError, reasonOf } from '../../../api/http/error';

export function refusedList(error: unknown, list: 'methods' | 'denominations'): string | undefined {
  const named = error instanceof ApiError ? error.fields[list] : undefined;
  return named ?? reasonOf(error);
}

/** What the box says of a list of the settings: under the name of the list, or else of the whole. */
import { ApiError, reasonOf } from '../../../api/http/error';

export function refusedList(error: unknown, list: 'methods' | 'denominations'): string | undefined {
  const named = error instanceof ApiError ? error.fields[list] : undefined;
  return named ?? reasonOf(error);
}

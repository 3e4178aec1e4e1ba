/** Which part of a form a failed write belongs to: its fields, or the form as a whole. */
import { ApiError, messageOf, reasonOf } from '../http/error';

/** What the server says of the fields, by their names. */
export const fieldsFrom = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? error.fields : {};

/** The message for the whole form, `failed` where the server gives none; undefined when it is shown at the fields. */
export function problemFrom(error: unknown, failed: string): string | undefined {
  return Object.keys(fieldsFrom(error)).length > 0 ? undefined : messageOf(error, failed);
}

/** The message for a form that is one entry of a list: the server names the list, which is no field of the form. */
export function listProblemFrom(error: unknown): string | undefined {
  return Object.values(fieldsFrom(error))[0] ?? reasonOf(error);
}

/** Whether the PIN or the password was right, but of a person who may not approve. */
import { ApiError } from '../../../api/http/error';

export const isNoManager = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'forbidden';

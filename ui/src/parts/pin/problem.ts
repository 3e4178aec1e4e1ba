/** Why a sign-in with a PIN was refused, in words. */
import { ApiError, messageOf, UnreachableError } from '../../api/http/error';
import { pin as words } from './strings';

export interface Problem {
  text: string;
  reason?: string;
  /** A countdown says the same. */
  isWait?: boolean;
}

export function problemOf(error: unknown): Problem {
  if (error instanceof UnreachableError) return { text: words.unreachable };
  const text = messageOf(error, words.failed);
  if (!(error instanceof ApiError)) return { text };
  const { triesLeft } = error.refusal;
  if (error.code === 'wrong_pin') return { text, reason: triesLeft ? words.triesLeft(triesLeft) : undefined };
  return { text, isWait: error.status === 429 };
}

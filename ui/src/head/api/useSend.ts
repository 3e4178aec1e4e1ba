/** A write: one at a time, with an idempotency key that is kept until head office has answered. */
import { useRef, useState } from 'react';
import { ApiError, messageOf, UnreachableError } from '../../api/http/error';
import { newKey } from '../../lib/random';
import { call } from './client';
import { refresh } from './query';
import { words } from './strings';

export interface Request {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  timeoutMs?: number;
}

/**
 * `send` rejects with ApiError or UnreachableError, and resolves with undefined while another write runs. After a lost answer the next try of the
 * same request sends the same key, so that pressing again repeats nothing.
 */
export function useSend<Answer = unknown>(refreshes: readonly string[] = []) {
  const [pending, setPending] = useState(false);
  const running = useRef(false);
  const lost = useRef<{ key: string; of: string } | null>(null);

  async function send({ method, path, body, timeoutMs }: Request): Promise<Answer | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setPending(true);
    const of = body instanceof Blob ? null : JSON.stringify([method, path, body]);
    const key = of !== null && lost.current?.of === of ? lost.current.key : newKey();
    try {
      const answer = await call<Answer>(path, { method, body, key, timeoutMs });
      lost.current = null;
      if (refreshes.length > 0) void refresh(...refreshes);
      return answer;
    } catch (error) {
      lost.current = of !== null && isUnknown(error) ? { key, of } : null;
      throw error;
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return { send, pending };
}

/** Whether the write may have been done in spite of the error. */
const isUnknown = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof ApiError && error.status >= 500);

/** Why a call failed, in words: head office's own, or that it cannot be reached. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof UnreachableError ? words.unreachable : messageOf(error, '') || undefined;
}

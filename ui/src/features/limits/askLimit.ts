/** Asks whether a tab may go beyond its limit when the box refuses that; with a yes the same write goes on. */
import type { Sent } from '../../api/http/client';
import type { ApiError } from '../../api/http/error';
import { createStore } from '../../lib/state/store';

/** A write that waits for a word. */
export interface LimitQuestion {
  /** The sentence of the box. */
  message: string;
  answer: (yes: boolean) => void;
}

/** Null when nothing waits. */
export const limitStore = createStore<LimitQuestion | null>(null);

/** For `hooks.recover`: nothing to add to the headers once the body says that it may; null after a Cancel. */
export async function recoverOverLimit(
  refused: ApiError,
  sent: Sent,
): Promise<Record<string, string> | null> {
  limitStore.get()?.answer(false);
  const yes = await new Promise<boolean>((resolve) => {
    limitStore.set({ message: refused.message, answer: resolve });
  });
  limitStore.set(null);
  if (!yes) return null;
  sent.body = { ...(sent.body as object), overLimit: true };
  return {};
}

/**
 * Drafts: input that is not sent yet, kept in local storage for 30 minutes after the last change, for one user. Passwords
 * and PINs are never drafts. Carts and new orders have no time limit (useSharedDraft.ts).
 */
import { userKey } from './storage';

export const DRAFT_KEPT_MS = 30 * 60 * 1000;

/** How the names of all drafts begin. */
export const PREFIX = 'draft-';
/** The key of a draft; `name` says which form of which thing, such as `product:12`. */
export function draftKey(name: string, username: string): string {
  return userKey(PREFIX + name, username);
}

/** `parse` returns null when the kept value is not valid. */
export function readDraft<T>(key: string, parse: (kept: unknown) => T | null): T | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isFresh(kept) ? parse(kept.value) : null;
  } catch {
    return null;
  }
}

/** Null removes the draft. */
export function writeDraft(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ at: Date.now(), value }));
  } catch {
    // Storage may be full or forbidden: then the input is only on the screen.
  }
}

interface Kept {
  at: number;
  value: unknown;
}

/** A time in the future is of a clock that was wrong then. */
function isFresh(kept: unknown): kept is Kept {
  if (typeof kept !== 'object' || kept === null || !('at' in kept) || typeof kept.at !== 'number')
    return false;
  const age = Date.now() - kept.at;
  return 'value' in kept && age >= 0 && age < DRAFT_KEPT_MS;
}

/** What other tabs of this browser do with what is kept. */
import { read } from './storage';

/**
 * Whether another tab has changed a key since this one looked last. For what is decided now: the news of a change is a
 * task of its own, and comes after the new value is there to read.
 */
export function watchOtherTabs(key: string) {
  let seen = read(key);
  return {
    changed(): boolean {
      const before = seen;
      seen = read(key);
      return seen !== before;
    },
    /** This tab has written it, or has read what another wrote. */
    markSeen(): void {
      seen = read(key);
    },
  };
}

/** Calls `listener` when another tab of this browser writes or removes this key; returns the function that stops it. */
export function onOtherTabChange(key: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

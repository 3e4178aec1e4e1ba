/** Detects changes to local storage by other tabs of this browser. */
import { read } from './storage';

/**
 * Detects whether another tab has changed a key since this tab last read it. The storage event is not enough: it is a
 * separate task that runs after the new value can be read.
 */
export function watchOtherTabs(key: string) {
  let seen = read(key);
  return {
    changed(): boolean {
      const before = seen;
      seen = read(key);
      return seen !== before;
    },
    /** Call this after this tab has written the key or read another tab's value. */
    markSeen(): void {
      seen = read(key);
    },
  };
}

/** Calls `listener` when another tab writes or removes this key; returns the function that stops it. */
export function onOtherTabChange(key: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

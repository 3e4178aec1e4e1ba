/** Notices when another tab of this browser changes a key in local storage. */
import { read } from './storage';

/**
 * Tells whether another tab has changed a key since this tab last read it. The storage event is not enough: it is a
 * separate task, and comes after the new value can be read.
 */
export function watchOtherTabs(key: string) {
  let seen = read(key);
  return {
    changed(): boolean {
      const before = seen;
      seen = read(key);
      return seen !== before;
    },
    /** Call it after this tab has written the key, or has read what another tab wrote. */
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

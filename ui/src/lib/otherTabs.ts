/** What other tabs of this browser do with what is kept. */
import { read } from './storage';

/**
 * Whether another tab has changed a key since this one looked last. For what is decided now: the news of a change is a
 * task of its own, and comes after the new value is there to read.
 */
export function tabWatch(key: string) {
  let seen = read(key);
  return {
    changed(): boolean {
      const before = seen;
      seen = read(key);
      return seen !== before;
    },
    /** This tab has written it, or has read what another wrote. */
    saw(): void {
      seen = read(key);
    },
  };
}

/** Told when another tab of this browser writes or removes this key; gives the function that ends it. */
export function onOtherTab(key: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** State in session storage: typed text survives a reload and a new sign-in in this tab, until it is sent or discarded. */
import { useCallback, useState } from 'react';

/** `key` is a userKey. `read` parses the stored value; it returns null when the value is not valid. */
export function useSessionState<T>(key: string, start: () => T, read: (kept: unknown) => T | null) {
  const [value, setValue] = useState<T>(() => readSession(key, read) ?? start());

  const change = useCallback(
    (next: T) => {
      writeSession(key, next);
      setValue(next);
    },
    [key],
  );
  return [value, change] as const;
}

export function readSession<T>(key: string, read: (kept: unknown) => T | null): T | null {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : read(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Null removes the key. */
export function writeSession(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be full or forbidden: then the value stays in memory until the page is left.
  }
}

/** Returns a parser for a form of text fields: it takes the fields of `empty` that were stored as strings. */
export function readTexts<T extends { [K in keyof T]: string }>(empty: T) {
  return (kept: unknown): T | null => {
    if (typeof kept !== 'object' || kept === null) return null;
    const texts = Object.entries(kept).filter(([name, text]) => name in empty && typeof text === 'string');
    return { ...empty, ...Object.fromEntries(texts) };
  };
}

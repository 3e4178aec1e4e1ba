/** What somebody is typing, kept over a reload and a sign-in again until it is sent or thrown away; this tab's alone. */
import { useCallback, useState } from 'react';

/** `key` is a userKey. `read` makes of what was kept what the form needs, null when it is nothing that it knows. */
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

/** Null forgets it. */
export function writeSession(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be full or forbidden: then it lives until the page is left.
  }
}

/** A form of texts alone: every field of `empty` that was kept as a text. */
export function readTexts<T extends { [K in keyof T]: string }>(empty: T) {
  return (kept: unknown): T | null => {
    if (typeof kept !== 'object' || kept === null) return null;
    const texts = Object.entries(kept).filter(([name, text]) => name in empty && typeof text === 'string');
    return { ...empty, ...Object.fromEntries(texts) };
  };
}

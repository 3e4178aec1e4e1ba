/** A value that follows one step behind: what was typed shows first, then the long list that depends on it. */
import { useEffect, useState } from 'react';

/** `useDeferredValue` of Preact does not defer. */
export function useAfterPaint<T>(value: T): T {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (Object.is(value, shown)) return;
    // The frame is drawn before a task that was set up in it runs; a newer value replaces one still waiting.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setShown(value));
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value, shown]);
  return shown;
}

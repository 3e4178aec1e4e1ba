/** Defers a value by one paint: the field shows the typed text first, then the long list that depends on it. */
import { useEffect, useState } from 'react';
import { afterPaint } from './afterPaint';

/** Needed because Preact's `useDeferredValue` does not defer. A newer value replaces a deferred one. */
export function useAfterPaint<T>(value: T): T {
  const [shown, setShown] = useState(value);
  useEffect(() => (Object.is(value, shown) ? undefined : afterPaint(() => setShown(value))), [value, shown]);
  return shown;
}

/** A value one paint late: what was typed or tapped shows first, then the long list that depends on it. */
import { useEffect, useState } from 'react';
import { afterPaint } from './afterPaint';

/** `useDeferredValue` of Preact does not defer. A newer value replaces one still waiting. */
export function useAfterPaint<T>(value: T): T {
  const [shown, setShown] = useState(value);
  useEffect(() => (Object.is(value, shown) ? undefined : afterPaint(() => setShown(value))), [value, shown]);
  return shown;
}

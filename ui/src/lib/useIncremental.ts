/** Draws a long list in steps: the first screenful at once, more as its end comes near. */
import { type RefCallback, useCallback, useRef, useState } from 'react';

export const FIRST_STEP = 24;
export const NEXT_STEP = 30;
/** How far below the screen's edge the next step is drawn already. */
const AHEAD = '600px';

/** `resetKey` (the search text, the filter) starts the list over when it changes. */
export function useIncremental<T>(items: readonly T[], resetKey: unknown) {
  const [shown, setShown] = useState({ resetKey, count: FIRST_STEP });
  const count = Object.is(shown.resetKey, resetKey) ? shown.count : FIRST_STEP;
  const observer = useRef<IntersectionObserver | null>(null);

  const sentinel: RefCallback<Element> = useCallback(
    (element) => {
      observer.current?.disconnect();
      observer.current = null;
      if (!element) return;
      observer.current = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) setShown({ resetKey, count: count + NEXT_STEP });
        },
        { rootMargin: AHEAD },
      );
      observer.current.observe(element);
    },
    // A new callback after each step observes the sentinel anew, which reports at once if it is still near.
    [resetKey, count],
  );

  return { visible: items.slice(0, count), more: count < items.length, sentinel };
}

/** Draws a long list in steps: the first screenful at once, more as its end comes near. */
import { type RefCallback, useCallback, useRef, useState } from 'react';

const FIRST_STEP = 24;
const NEXT_STEP = 30;
/** How far below the screen's edge the next step is drawn already. */
const AHEAD = '600px';

/**
 * `resetKey` (the search text, the filter) starts the list over when it changes. `step` is how many a screenful is:
 * fewer where each is a card with a list of its own.
 */
export function useIncremental<T>(items: readonly T[], resetKey: unknown, step = FIRST_STEP) {
  const [shown, setShown] = useState({ resetKey, count: step });
  const count = Object.is(shown.resetKey, resetKey) ? shown.count : step;
  const observer = useRef<IntersectionObserver | null>(null);

  const sentinel: RefCallback<Element> = useCallback(
    (element) => {
      observer.current?.disconnect();
      observer.current = null;
      if (!element) return;
      observer.current = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting))
            setShown({ resetKey, count: count + (step < FIRST_STEP ? step : NEXT_STEP) });
        },
        { rootMargin: AHEAD },
      );
      observer.current.observe(element);
    },
    // A new callback after each step observes the sentinel anew, which reports at once if it is still near.
    [resetKey, count, step],
  );

  return { visible: items.slice(0, count), more: count < items.length, sentinel };
}

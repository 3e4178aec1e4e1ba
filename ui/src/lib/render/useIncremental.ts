/** Incremental rendering of a long list: the first screenful at once, more as the user scrolls near its end. */
import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { whenIdle } from './whenIdle';

const FIRST_STEP = 24;
const NEXT_STEP = 30;
/** No input for this long counts as a pause: longer than the time between two keys. */
const REST_MS = 600;
/** How far below the screen's edge the next step is drawn, once the input pauses. */
const PRELOAD_MARGIN = '600px';

/** The items that were drawn last, and how often the list had been started over by then. */
interface Drawn<T> {
  resetKey: unknown;
  run: number;
  items: readonly T[];
}

/**
 * `resetKey` (the search text, the filter) starts the list over when it changes, unless the drawn items stay the same: most
 * keys of a search find the same items as the key before. `step` is the size of a screenful: smaller for cards that hold
 * lists themselves. `atRest` is the number of items drawn without scrolling once the input pauses. `run` counts how often
 * the list was started over.
 */
export function useIncremental<T>(items: readonly T[], resetKey: unknown, step = FIRST_STEP, atRest = step) {
  const last = useRef<Drawn<T>>({ resetKey, run: 0, items: [] });
  const again =
    !Object.is(resetKey, last.current.resetKey) &&
    !last.current.items.every((item, at) => Object.is(item, items[at]));
  const run = again ? last.current.run + 1 : last.current.run;
  const [shown, setShown] = useState({ run, count: step });
  const count = shown.run === run ? shown.count : step;
  const visible = items.slice(0, count);
  last.current = { resetKey, run, items: visible };
  useEffect(() => {
    if (count >= atRest) return;
    let stopped = false;
    const timer = setTimeout(async () => {
      await whenIdle(REST_MS);
      if (!stopped) setShown({ run, count: atRest });
    }, REST_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [run, count, atRest]);

  const observer = useRef<IntersectionObserver | null>(null);

  const sentinel: RefCallback<Element> = useCallback(
    (element) => {
      observer.current?.disconnect();
      observer.current = null;
      if (!element) return;
      observer.current = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          const next = count + (step < FIRST_STEP ? step : NEXT_STEP);
          setShown({ run, count: Math.max(next, atRest) });
        },
        { rootMargin: count < atRest ? '0px' : PRELOAD_MARGIN },
      );
      observer.current.observe(element);
    },
    // A new callback after each step observes the sentinel again, which reports at once if it is still near.
    [run, count, step, atRest],
  );

  /** Draws at least so many items. */
  const reach = useCallback(
    (least: number) =>
      setShown((before) =>
        before.run === run && before.count >= least ? before : { run, count: Math.max(count, least) },
      ),
    [run, count],
  );

  return { visible, run, more: count < items.length, sentinel, reach };
}

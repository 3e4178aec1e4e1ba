/** Whether a media query matches, for decisions that CSS cannot make: one cart in the page, not two. */
import { useMemo, useSyncExternalStore } from 'react';

/** From this width on there is a side column. */
export const WIDE = '(min-width: 48rem)';

/** From this width on a list stays beside its page. */
export const DESK = '(min-width: 70rem)';

export function useMedia(query: string): boolean {
  // Created once per query, so that a render at every key neither evaluates the query nor subscribes again.
  const media = useMemo(() => {
    const list = matchMedia(query);
    return {
      subscribe: (onChange: () => void) => {
        list.addEventListener('change', onChange);
        return () => list.removeEventListener('change', onChange);
      },
      matches: () => list.matches,
    };
  }, [query]);
  return useSyncExternalStore(media.subscribe, media.matches);
}

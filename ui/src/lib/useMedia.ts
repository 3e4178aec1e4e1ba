/** Whether a media query holds, for what CSS alone cannot decide: one cart in the page, not two. */
import { useSyncExternalStore } from 'react';

/** From here on there is a side column. */
export const WIDE = '(min-width: 48rem)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}

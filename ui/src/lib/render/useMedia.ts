/** Whether a media query holds, for what CSS alone cannot decide: one cart in the page, not two. */
import { useMemo, useSyncExternalStore } from 'react';

/** From here on there is a side column. */
export const WIDE = '(min-width: 48rem)';

export function useMedia(query: string): boolean {
  // RecordedCall once: what is drawn at each key must neither ask nor listen anew.
  const media = useMemo(() => {
    const list = matchMedia(query);
    return {
      listen: (onChange: () => void) => {
        list.addEventListener('change', onChange);
        return () => list.removeEventListener('change', onChange);
      },
      matches: () => list.matches,
    };
  }, [query]);
  return useSyncExternalStore(media.listen, media.matches);
}

/** Whether a person has hidden the favourites, kept on the phone. */
import { useCallback, useState } from 'react';
import { read, userKey, write } from '../../lib/state/storage';

const HIDDEN = 'hidden';

export function useFavouritesHidden(username: string) {
  const key = userKey('favourites', username);
  const [hidden, setHidden] = useState(() => read(key) === HIDDEN);
  const hide = useCallback(
    (next: boolean) => {
      write(key, next ? HIDDEN : null);
      setHidden(next);
    },
    [key],
  );
  return [hidden, hide] as const;
}

/** A draft in local storage, saved at every change and shared by all tabs of a browser: two tabs edit the same cart. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { onOtherTabChange, watchOtherTabs } from './otherTabs';

/** Where and how the draft of one user is stored. */
export interface DraftStorage<T> {
  key: (username: string) => string;
  load: (username: string) => T;
  save: (username: string, draft: T) => void;
}

export interface SharedDraft<T> {
  draft: T;
  /** Returns the newest draft, also between two renders and when another tab has just changed it. */
  current: () => T;
  put: (next: T) => void;
}

export function useSharedDraft<T>(username: string, storage: DraftStorage<T>): SharedDraft<T> {
  const { key, load, save } = storage;
  const [draft, setDraft] = useState(() => load(username));
  const latest = useRef(draft);
  const others = useMemo(() => watchOtherTabs(key(username)), [key, username]);

  const reload = useCallback(() => {
    others.markSeen();
    latest.current = load(username);
    setDraft(latest.current);
  }, [load, username, others]);
  const current = useCallback(() => {
    if (others.changed()) reload();
    return latest.current;
  }, [others, reload]);
  // Saved at once and not in an effect: the draft must be stored before the request leaves.
  const put = useCallback(
    (next: T) => {
      latest.current = next;
      save(username, next);
      others.markSeen();
      setDraft(next);
    },
    [save, username, others],
  );

  useEffect(() => onOtherTabChange(key(username), reload), [key, username, reload]);

  return { draft, current, put };
}

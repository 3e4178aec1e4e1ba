/** Code that nobody waits for: shown when it has come, and left out while it cannot. */
import { type ComponentType, useEffect, useState } from 'react';
import { reachableStore } from '../api/live';
import { useStore } from '../lib/store';

/** Null until the code is there. What could not be fetched is fetched again when the box is back. */
export function useOptionalComponent(load: () => Promise<{ default: ComponentType }>): ComponentType | null {
  const [component, setComponent] = useState<{ Code: ComponentType } | null>(null);
  const wanted = useStore(reachableStore) && component === null;
  useEffect(() => {
    if (!wanted) return;
    load().then(
      ({ default: Code }) => setComponent({ Code }),
      // The banner tells that the box is gone; nothing more is missing.
      () => {},
    );
  }, [wanted]);
  return component?.Code ?? null;
}

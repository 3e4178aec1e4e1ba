/** Loads a component that the page works without; the page renders it once its code has arrived. */
import { type ComponentType, useEffect, useState } from 'react';
import { reachableStore } from '../../api/live/live';
import { useStore } from '../../lib/state/store';

/** Null until the code has arrived. A failed load is tried again when the server is reachable. */
export function useOptionalComponent(load: () => Promise<{ default: ComponentType }>): ComponentType | null {
  const [component, setComponent] = useState<{ Code: ComponentType } | null>(null);
  const wanted = useStore(reachableStore) && component === null;
  useEffect(() => {
    if (!wanted) return;
    load().then(
      ({ default: Code }) => setComponent({ Code }),
      // The banner already says that the server is unreachable.
      () => {},
    );
  }, [wanted]);
  return component?.Code ?? null;
}

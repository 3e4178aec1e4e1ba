/** Loads a component that the page works without: rendered once its code has arrived. */
import { type ComponentType, useEffect, useState } from 'react';
import { reachableStore } from '../api/live/live';
import { useStore } from '../lib/state/store';

/** Null until the code is there. What could not be fetched is fetched again when the box is back. */
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

/** Shows the onboarding tour over any screen: opened from the help menu, or automatically once per person. */
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { reachableStore } from '../../api/live/live';
import { useStore } from '../../lib/state/store';
import { toastError } from '../../ui/feedback/toast';
import { tellBox } from './ending';
import { words } from './strings';
import type { TourProps } from './Tour';
import { closeTour, tourOpenStore } from './tour';
import { useAutoOpen } from './useAutoOpen';

// If the tour's code cannot be fetched, the page must keep working.
const Tour = lazy<ComponentType<TourProps>>(() => import('./Tour').catch(() => ({ default: Unavailable })));

interface OnboardingProps {
  /** The address of the current screen; null while there is none. */
  screen: string | null;
  mayOpen: (path: string) => boolean;
}

export function Onboarding({ screen, mayOpen }: OnboardingProps) {
  useAutoOpen(screen);
  const reachable = useStore(reachableStore);
  useEffect(() => {
    if (reachable) void tellBox();
  }, [reachable]);
  if (!useStore(tourOpenStore)) return null;
  return (
    <Suspense fallback={null}>
      <Tour mayOpen={mayOpen} />
    </Suspense>
  );
}

function Unavailable() {
  useEffect(() => {
    toastError(words.loadFailed);
    closeTour();
  }, []);
  return null;
}

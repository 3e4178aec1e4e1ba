/** The tour on top of whatever screen shows: opened by hand from the help menu, or once a day by itself. */
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useStore } from '../../lib/state/store';
import { toastError } from '../../ui/feedback/toast';
import { words } from './strings';
import type { TourProps } from './Tour';
import { closeTour, tourOpenStore } from './tour';
import { useAutoOpen } from './useAutoOpen';

// A tour whose code cannot be fetched must not take the page with it.
const Tour = lazy<ComponentType<TourProps>>(() => import('./Tour').catch(() => ({ default: Unavailable })));

interface OnboardingProps {
  /** The address of the screen that shows; null while none does. */
  screen: string | null;
  mayOpen: (path: string) => boolean;
}

export function Onboarding({ screen, mayOpen }: OnboardingProps) {
  useAutoOpen(screen);
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

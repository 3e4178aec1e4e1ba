/** The question whether a tab may go beyond its limit, on top of any screen. */
import { lazy, Suspense, useLayoutEffect } from 'react';
import { useStore } from '../../lib/state/store';
import { limitStore } from './askLimit';

const LimitDialog = lazy(() => import('./LimitDialog'));

export default function LimitAsked() {
  const question = useStore(limitStore);
  // The screen may be locked under the dialog: what waits must not wait for ever.
  useLayoutEffect(() => () => limitStore.get()?.answer(false), []);
  return (
    question && (
      <Suspense fallback={null}>
        <LimitDialog question={question} />
      </Suspense>
    )
  );
}

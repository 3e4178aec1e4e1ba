/** The question for an approval, on top of any screen. */
import { lazy, Suspense, useLayoutEffect } from 'react';
import { useStore } from '../../../lib/state/store';
import { questionStore } from './askApproval';

const ApprovalSheet = lazy(() => import('./ApprovalSheet'));

export function ApprovalAsked() {
  const question = useStore(questionStore);
  // The screen may be locked under the sheet: what waits must not wait for ever.
  useLayoutEffect(
    () => () => {
      const waiting = questionStore.get();
      waiting?.answer({ failed: null });
      waiting?.close();
    },
    [],
  );
  return (
    question && (
      <Suspense fallback={null}>
        {/* With the key, the next question begins anew. */}
        <ApprovalSheet key={keyOf(question)} question={question} />
      </Suspense>
    )
  );
}

const keys = new WeakMap<object, number>();
let last = 0;

function keyOf(question: object): number {
  const key = keys.get(question) ?? ++last;
  keys.set(question, key);
  return key;
}

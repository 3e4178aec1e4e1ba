/**
 * What runs behind the staff screens, right after the first one is shown: it prefetches the others, keeps jumps within a page
 * out of the history, asks for the password or for an approval when the box wants it, and asks who has just signed in whether to clock in.
 */
import { lazy, Suspense } from 'react';
import { useBox } from '../../api/box';
import { useSession } from '../../api/session';
import { ApprovalAsked } from '../../features/approvals/ask/ApprovalAsked';
import { PasswordAsked } from '../../features/lock/password/PasswordAsked';
import { replaceOnJump } from '../../lib/jumpLinks';
import { usePrefetchScreens } from './usePrefetchScreens';

const ClockInNow = lazy(() => import('../../features/hours/ClockInNow'));

replaceOnJump();

export default function Background() {
  usePrefetchScreens(useSession());
  const clockIsOn = useBox()?.clock?.mode === 'on';
  return (
    <>
      <PasswordAsked />
      <ApprovalAsked />
      {clockIsOn && (
        <Suspense fallback={null}>
          <ClockInNow />
        </Suspense>
      )}
    </>
  );
}

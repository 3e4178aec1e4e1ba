/**
 * What runs behind the staff screens, right after the first one is shown: it prefetches the others, removes old drafts, keeps jumps within a page
 * out of the history, adds to the account menu, says on Quick Service that no till is open, asks for the password, an approval or
 * the till when the box wants it, and whether a tab may go beyond its limit, asks what to do with papers that waited over night, computes
 * tax while the bar has any, reads figures again when bartenders may see others, tells admins that head office counts another box, and asks
 * who has just signed in whether to clock in.
 */
import { lazy, Suspense, useRef } from 'react';
import { UNKNOWN_BOX, useBox } from '../../api/box';
import { useSession } from '../../api/session';
import { ApprovalAsked } from '../../features/approvals/ask/ApprovalAsked';
import { WhichTill } from '../../features/drawer/which/WhichTill';
import { PasswordAsked } from '../../features/lock/password/PasswordAsked';
import { replaceOnJump } from '../../lib/jumpLinks';
import { removeOldDrafts } from '../../lib/state/oldDrafts';
import { KEYS, read } from '../../lib/state/storage';
import { AccountEntries } from './AccountEntries';
import { NoShift } from './NoShift';
import { useFiguresSeen } from './useFiguresSeen';
import { useOptionalComponent } from './useOptionalComponent';
import { usePrefetchScreens } from './usePrefetchScreens';

const ClockInNow = lazy(() => import('../../features/hours/ClockInNow'));
const OnTop = lazy(() => import('../../parts/tax/OnTop'));
/** The bar of the first steps, while an admin sets a new bar up. */
const Guide = lazy(() => import('../../parts/first-steps/Guide'));
const Beside = lazy(() => import('../../parts/head-office/Beside'));

/** Wanted on every screen: a load that failed is tried again when the box is reachable. */
const loadLimit = () => import('../../features/limits/LimitAsked');
const loadPapers = () => import('./PapersWait');

replaceOnJump();
removeOldDrafts();

export default function Background() {
  const session = useSession();
  usePrefetchScreens(session);
  useFiguresSeen();
  const LimitAsked = useOptionalComponent(loadLimit);
  const PapersWait = useOptionalComponent(loadPapers);
  const box = useBox();
  const clockIsOn = box?.clock?.mode === 'on';
  const wasOffIn = useRef<string | null>(null);
  if (!clockIsOn && box !== null && box !== UNKNOWN_BOX) wasOffIn.current = session.token;
  return (
    <>
      <AccountEntries />
      <PasswordAsked />
      <ApprovalAsked />
      {LimitAsked && <LimitAsked />}
      <WhichTill />
      {PapersWait && <PapersWait />}
      <NoShift />
      {session.user?.role === 'admin' && (
        <Suspense fallback={null}>
          <Beside />
          {!session.user.mustChangePassword && read(KEYS.firstSteps) === null && <Guide />}
        </Suspense>
      )}
      {box?.tax && (
        <Suspense fallback={null}>
          <OnTop />
        </Suspense>
      )}
      {clockIsOn && (
        <Suspense fallback={null}>
          <ClockInNow wasOffIn={wasOffIn.current} />
        </Suspense>
      )}
    </>
  );
}

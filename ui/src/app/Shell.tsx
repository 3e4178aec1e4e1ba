/** Layout around every staff screen: bars, banner, toasts, live updates and the forced change of password. */
import { QueryClientProvider } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Router, useLocation } from 'wouter';
import { loadBox } from '../api/box';
import { hooks } from '../api/http/client';
import { queryClient, refresh, refreshAll } from '../api/http/query';
import { reachableStore, startLive } from '../api/live/live';
import { urlsOf } from '../api/live/topics';
import { closeLeftReceipt, closeReceipt, openReceiptStore } from '../api/openReceipt';
import { mayManage, onDevice, type SessionUser, sessionStore, useSession } from '../api/session';
import type { Topic } from '../api/types';
import { useUntouched } from '../lib/render/useUntouched';
import { useStore } from '../lib/state/store';
import { useLocationBesideDialogs } from '../ui/dialog/backButton';
import { words } from './frameStrings';
import { MainNav } from './MainNav';
import { useOptionalComponent } from './optional/useOptionalComponent';
import { ScreenGuard } from './ScreenGuard';
import { TopBar } from './TopBar';
import '../styles/shell.css';

// Set before the first screen reads anything; the dialogs that ask are in the background, and so is what lifts a refusal.
export const LIFTED = /_required|over_limit|choose_till/;
hooks.recover = async (refused, sent) =>
  LIFTED.test(`${refused.code}`) ? (await import('./optional/recover')).recover(refused, sent) : null;

/** The topic of the settings goes to admins alone; other topics announce the settings that all screens need. */
const BOX: readonly Topic[] = ['settings', 'reasons', 'tax'];

// What one user read must not be shown to the next. This runs before a screen of the next user is mounted: a query that is
// removed while a screen shows it would not be refetched any more.
let reader = sessionStore.get().user?.username;
sessionStore.subscribe(() => {
  const user = sessionStore.get().user?.username;
  if (user === reader) return;
  reader = user;
  queryClient.clear();
});

// Not needed to show the screen. A toast that comes before its code waits.
const loadToaster = () => import('../ui/feedback/Toaster').then(({ Toaster }) => ({ default: Toaster }));
const loadTour = () => import('./optional/TourOnTop');
const loadBackground = () => import('./optional/Background');
const loadQuestions = () => import('../features/approvals/manage/Questions');
const loadSessionWatch = () => import('../features/lock/session/SessionWatch');

const ChangePasswordDialog = lazy(() => import('../features/session/ChangePasswordDialog'));
const ReceiptDialog = lazy(() => import('../features/receipts/ReceiptDialog'));

export default function Shell({ user, children }: { user: SessionUser; children: ReactNode }) {
  const [path] = useLocation();
  useLive();
  const Toaster = useOptionalComponent(loadToaster);
  const Tour = useOptionalComponent(loadTour);
  const Background = useOptionalComponent(loadBackground);
  // Until the password is changed the box refuses every other call, so no screen is mounted behind the dialog.
  return (
    <QueryClientProvider client={queryClient}>
      <Router hook={useLocationBesideDialogs}>
        <div className="app">
          <TopBar user={user} />
          <UnreachableBanner />
          <SessionExtras />
          {mayManage(user.role) && !user.mustChangePassword && <ManagerExtras />}
          <main>
            {/* With the key, a screen that failed to load does not block the others. */}
            {!user.mustChangePassword && <ScreenGuard key={path}>{children}</ScreenGuard>}
          </main>
          <MainNav />
          {user.mustChangePassword && (
            <Suspense fallback={null}>
              <ChangePasswordDialog mandatory onClose={() => {}} />
            </Suspense>
          )}
          <ReceiptOnTop />
          {Tour && <Tour />}
          {Background && <Background />}
          {Toaster && <Toaster />}
        </div>
      </Router>
    </QueryClientProvider>
  );
}

function UnreachableBanner() {
  // The banner moves the page: not under a thumb.
  const reachable = useUntouched(useStore(reachableStore));
  if (reachable) return null;
  return (
    <p className="banner" role="status" data-status="warning">
      <WifiOff />
      <b>{words.unreachable}</b>
    </p>
  );
}

/** What an enrolled device needs, and the note about wrong PINs; nothing on a private phone. */
function SessionExtras() {
  const session = useSession();
  return onDevice(session) || session.info?.wrongTries ? <Watch /> : null;
}

/** What bartenders ask managers and admins. */
function ManagerExtras() {
  const Questions = useOptionalComponent(loadQuestions);
  return Questions && <Questions />;
}

function Watch() {
  const SessionWatch = useOptionalComponent(loadSessionWatch);
  return SessionWatch && <SessionWatch />;
}

/** The receipt that any screen can open; closes when the screen changes. */
function ReceiptOnTop() {
  const number = useStore(openReceiptStore);
  const [path] = useLocation();
  useEffect(() => closeLeftReceipt, [path]);
  if (number === null) return null;
  return (
    <ScreenGuard>
      <ReceiptDialog receiptNumber={number} onClose={closeReceipt} />
    </ScreenGuard>
  );
}

/** Keeps one live stream open for the session and refetches the data that the server reports as changed. */
function useLive(): void {
  const { token, user } = useSession();
  const locked = user?.mustChangePassword ?? true;
  useEffect(() => {
    if (!token || locked) return;
    return startLive(token, {
      onChange(topics) {
        const urls = topics && urlsOf(topics);
        void (urls ? refresh(...urls) : refreshAll());
        if (!topics || topics.some((topic) => BOX.includes(topic))) void loadBox();
      },
    });
  }, [token, locked]);
}

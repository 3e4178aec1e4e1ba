/** Layout around every screen: bars, banner, toasts, and the screen of the address. */
import { QueryClientProvider } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Router, useLocation } from 'wouter';
import { useUntouched } from '../../lib/render/useUntouched';
import { useStore } from '../../lib/state/store';
import { useLocationBesideDialogs } from '../../ui/dialog/backButton';
import { Toaster } from '../../ui/feedback/Toaster';
import { ME } from '../api/calls';
import { reachableStore } from '../api/client';
import { queryClient, useGet } from '../api/query';
import { sessionStore, startSession } from '../api/session';
import { words as callWords } from '../api/strings';
import type { HeadUser } from '../api/types';
import { LoadGuard } from './LoadGuard';
import { MainNav } from './MainNav';
import { Screens } from './Screens';
import { TopBar } from './TopBar';
import '../styles/shell.css';

// What one user read must not be shown to the next.
let reader = sessionStore.get().user?.id;
sessionStore.subscribe(() => {
  const id = sessionStore.get().user?.id;
  if (id === reader) return;
  reader = id;
  queryClient.clear();
});

/** How often the user's own role and bars are read, in milliseconds. */
const ME_MS = 60_000;

export default function Shell({ user }: { user: HeadUser }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Router hook={useLocationBesideDialogs}>
        <div className="app">
          <TopBar user={user} />
          <UnreachableBanner />
          <main>
            <Content />
          </main>
          <MainNav />
          <Toaster />
        </div>
        <FollowUser />
      </Router>
    </QueryClientProvider>
  );
}

function Content() {
  const [path] = useLocation();
  return (
    // With the key, a screen that failed to load does not block the others.
    <LoadGuard key={path}>
      <Suspense fallback={null}>
        <Screens />
      </Suspense>
    </LoadGuard>
  );
}

function UnreachableBanner() {
  // The banner moves the page: not under a thumb.
  const reachable = useUntouched(useStore(reachableStore));
  if (reachable) return null;
  return (
    <p className="banner" role="status" data-status="warning">
      <WifiOff />
      <b>{callWords.unreachable}</b>
    </p>
  );
}

/** Takes over a new role or other bars while the user is signed in. */
function FollowUser() {
  const me = useGet<HeadUser>(ME, { every: ME_MS }).data;
  useEffect(() => {
    const { user } = sessionStore.get();
    if (me && user?.id === me.id && JSON.stringify(me) !== JSON.stringify(user)) startSession(me);
  }, [me]);
  return null;
}

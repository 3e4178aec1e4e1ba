/** Root component: chooses the screen for the address and the signed-in user. */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { roleStart } from '../api/box';
import { useManagersReadReports } from '../api/reports';
import { signedIn, useSession } from '../api/session';
import { loadTill, revokedStore, tillStore } from '../api/till';
import type { Role } from '../api/types';
import { signOut } from '../features/session/api';
import { SignIn } from '../features/session/SignIn';
import { signIn as signInWords } from '../features/session/strings';
import { useStore } from '../lib/state/store';
import { guard, type SignInReason } from './guard';
import { LoadGuard } from './LoadGuard';
import { ROUTES, type Route } from './routes';

export const loadShell = () => import('./Shell');
const Shell = lazy(loadShell);
const NotFound = lazy(() => import('./NotFound'));
const LockedDevice = lazy(() => import('../features/lock/LockedDevice'));

/** One lazy component per route, created once: a new one at every render would mount the screen again. */
const SCREENS = new Map<Route, ComponentType>(ROUTES.map((route) => [route, lazy(route.load)]));

/** Shown above the sign-in form, by the reason why it is there. */
const NOTICE: Partial<Record<SignInReason, string>> = {
  expired: signInWords.expired,
  role: signInWords.otherAccount,
};

export function App() {
  const [path, navigate] = useLocation();
  const session = useSession();
  // What `/` shows depends on the bar's settings, too: this renders again when they change.
  const managersReadReports = useManagersReadReports();
  const result = guard(path, session, managersReadReports ?? false);

  const toSignIn = () => navigate('/login', { replace: true });
  if (result.show === 'toSignIn') return <RunOnMount key={path} run={toSignIn} />;
  if (result.show === 'signOut') {
    const leave = () => {
      signOut();
      toSignIn();
    };
    return <RunOnMount key={path} run={leave} />;
  }
  // It would only flash until the setting is known.
  if (result.show === 'denied' && managersReadReports === null) return null;
  if (result.show === 'signIn') return <SignInPage because={result.because} />;
  if (result.show === 'public')
    return (
      <Framed>
        <Screen route={result.route} />
      </Framed>
    );

  const content =
    result.show === 'staff' ? (
      <Screen route={result.route} />
    ) : (
      <NotFound denied={result.show === 'denied'} />
    );
  if (!signedIn(session)) {
    return (
      <Framed>
        <main className="bare">{content}</main>
      </Framed>
    );
  }
  return (
    <Framed>
      {/* Another user gets screens of their own, also where another tab changed the session. */}
      <Shell key={session.user.username} user={session.user}>
        {content}
      </Shell>
    </Framed>
  );
}

/** The sign-in form; on an enrolled device its lock screen. */
function SignInPage({ because }: { because: SignInReason }) {
  const [, navigate] = useLocation();
  const till = useStore(tillStore);
  const revoked = useStore(revokedStore);
  const role = useSession().user?.role ?? null;
  const denied = because === 'role';
  useEffect(() => void loadTill().catch(() => {}), []);

  function start(at: Role) {
    revokedStore.set(false);
    navigate(roleStart(at), { replace: true });
  }
  const form = (onSignedIn: (at: Role) => void, onBack?: () => void) => (
    <SignIn
      onTry={loadShell}
      notice={revoked ? signInWords.revoked : NOTICE[because]}
      noticeDetail={revoked ? signInWords.askManager : undefined}
      onBack={denied ? () => navigate(roleStart(role)) : onBack}
      onSignedIn={onSignedIn}
    />
  );
  if (!till || denied) return form(start);
  return (
    <Framed>
      <LockedDevice onTry={loadShell} onStart={start} form={form} />
    </Framed>
  );
}

function Framed({ children }: { children: ReactNode }) {
  return (
    <LoadGuard>
      <Suspense fallback={null}>{children}</Suspense>
    </LoadGuard>
  );
}

function Screen({ route }: { route: Route }) {
  const Component = SCREENS.get(route);
  return Component ? <Component key={route.path} /> : null;
}

function RunOnMount({ run }: { run: () => void }) {
  useEffect(run, []);
  return null;
}

/** Root component: the sign-in form, the steps of a first sign-in, or the screens. */
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../api/session';
import { SignIn } from '../features/session/SignIn';
import { LoadGuard } from './LoadGuard';

export const loadShell = () => import('./Shell');
const Shell = lazy(loadShell);
const FirstSteps = lazy(() => import('../features/session/FirstSteps'));

export function App() {
  const { user, expired, needsTotp } = useSession();
  const [path, navigate] = useLocation();
  const isSignedIn = user !== null;
  useEffect(() => {
    if (isSignedIn && path === '/login') navigate('/', { replace: true });
  }, [isSignedIn, path, navigate]);

  if (!user) return <SignIn expired={expired} onTry={loadShell} />;
  return (
    <LoadGuard>
      <Suspense fallback={null}>
        {user.mustChangePassword || needsTotp ? (
          <FirstSteps user={user} />
        ) : (
          // Another user gets screens of their own, also where another tab changed the session.
          <Shell key={user.id} user={user} />
        )}
      </Suspense>
    </LoadGuard>
  );
}

/** Route guard: decides whether an address shows its screen, the sign-in form or the 404 card. */
import { mayReadReports } from '../api/reports';
import { type Session, signedIn } from '../api/session';
import { findRoute, type Route } from './routes';

export type SignInReason = 'signedOut' | 'expired' | 'role' | 'requested';

export type GuardResult =
  | { show: 'public' | 'staff'; route: Route }
  | { show: 'signIn'; because: SignInReason }
  /** Signed in, but only admins may: said on the page, with the bars around it. */
  | { show: 'denied' }
  | { show: 'signOut' }
  /** Redirects to /login. */
  | { show: 'toSignIn' }
  | { show: 'notFound' };

/** `managersReadReports`: the bar's setting. */
export function guard(path: string, session: Session, managersReadReports = false): GuardResult {
  if (path === '/logout') return { show: 'signOut' };
  const because = session.expired ? 'expired' : 'signedOut';
  if (path === '/login') return { show: 'signIn', because: session.expired ? 'expired' : 'requested' };

  const route = findRoute(path, session.user?.role ?? null);
  if (route?.access === 'public') return { show: 'public', route };
  if (!route) return { show: 'notFound' };
  if (!signedIn(session)) {
    return route.sendsToSignIn && !session.expired ? { show: 'toSignIn' } : { show: 'signIn', because };
  }
  if (route.access === 'signedIn') return { show: 'staff', route };
  const role = session.user.role;
  if (route.access === 'reports') {
    if (mayReadReports(role, managersReadReports)) return { show: 'staff', route };
    return role === 'manager' ? { show: 'denied' } : { show: 'signIn', because: 'role' };
  }
  return role && route.access.includes(role) ? { show: 'staff', route } : { show: 'signIn', because: 'role' };
}

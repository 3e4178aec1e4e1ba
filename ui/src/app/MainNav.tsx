/** Main navigation: a bar at the bottom of a phone, a rail at the side of a wider screen. */
import { Link, useLocation } from 'wouter';
import { useBox } from '../api/box';
import { useSession } from '../api/session';
import { words } from './frameStrings';
import { isCurrent, navEntries } from './nav';

export function MainNav() {
  const [path] = useLocation();
  const role = useSession().user?.role ?? null;
  // The entries depend on the bar's settings.
  useBox();
  const entries = navEntries(role);
  return (
    <nav className="tabbar" aria-label={words.navigation}>
      {entries.map((entry) => (
        <Link
          key={entry.href}
          href={entry.href}
          aria-current={isCurrent(entry, path, role) ? 'page' : undefined}
        >
          <entry.icon />
          {entry.label}
        </Link>
      ))}
    </nav>
  );
}

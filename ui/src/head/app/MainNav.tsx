/** Main navigation: a bar at the bottom of a phone, a rail at the side of a wider screen. */
import { NotebookText, Package, Send, Store, Wallet } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { words } from './strings';

const ENTRIES = [
  { href: '/', label: words.bars, icon: Store },
  { href: '/shifts', label: words.shifts, icon: Wallet },
  { href: '/open', label: words.open, icon: NotebookText },
  { href: '/stock', label: words.stock, icon: Package },
  { href: '/changes', label: words.changes, icon: Send },
] as const;

export function MainNav() {
  const [path] = useLocation();
  const current = path.startsWith('/bars/') ? '/' : path;
  return (
    <nav className="tabbar" aria-label={words.navigation}>
      {ENTRIES.map(({ href, label, icon: Icon }) => (
        <Link key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          <Icon />
          {label}
        </Link>
      ))}
    </nav>
  );
}

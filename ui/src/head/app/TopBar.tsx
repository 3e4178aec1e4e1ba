/** Top bar: the product, whether this is a demo, role and account. */
import {
  Beer,
  FileUp,
  KeyRound,
  LogOut,
  Moon,
  Package,
  Plus,
  ScrollText,
  ShieldCheck,
  Sun,
  Users,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { initialsOf } from '../../lib/format';
import { useStore } from '../../lib/state/store';
import { chooseTheme, themeStore } from '../../lib/theme';
import { Badge } from '../../ui/Badge';
import { MenuButton, type MenuItem } from '../../ui/MenuButton';
import { useInfo } from '../api/info';
import { isOwner } from '../api/session';
import type { HeadUser } from '../api/types';
import { signOut } from '../features/session/api';
import { words } from './strings';

const PasswordDialog = lazy(() => import('../features/session/PasswordDialog'));
const SecondFactorDialog = lazy(() => import('../features/session/SecondFactorDialog'));

export function TopBar({ user }: { user: HeadUser }) {
  const [, navigate] = useLocation();
  const theme = useStore(themeStore);
  const demo = useInfo()?.demo ?? false;
  const [changing, setChanging] = useState<'password' | 'factor' | null>(null);
  const close = () => setChanging(null);
  const name = user.name || user.username;
  const to = (label: string, icon: MenuItem['icon'], path: string): MenuItem => ({
    label,
    icon,
    onSelect: () => navigate(path),
  });
  const items: MenuItem[] = [
    ...(isOwner(user)
      ? [
          to(words.addBar, <Plus />, '/add'),
          to(words.products, <Package />, '/products'),
          to(words.users, <Users />, '/users'),
          to(words.audit, <ScrollText />, '/audit'),
          to(words.import, <FileUp />, '/import'),
        ]
      : []),
    { label: words.changePassword, icon: <KeyRound />, onSelect: () => setChanging('password') },
    ...(user.hasTotp
      ? [{ label: words.replaceFactor, icon: <ShieldCheck />, onSelect: () => setChanging('factor') }]
      : []),
    theme === 'dark'
      ? { label: words.light, icon: <Sun />, onSelect: () => chooseTheme('light') }
      : { label: words.dark, icon: <Moon />, onSelect: () => chooseTheme('dark') },
    { label: words.signOut, icon: <LogOut />, onSelect: signOut },
  ];
  return (
    <>
      <header className="topbar">
        <span className="mark">
          <Beer />
        </span>
        <strong>{words.title}</strong>
        {demo && (
          <span className="badge demo-mark" data-status="warning">
            {words.demo}
          </span>
        )}
        <Badge status={user.role === 'owner' ? 'admin' : 'manager'}>{user.role}</Badge>
        <MenuButton
          label={words.account(name)}
          button={
            <span className="avatar" aria-hidden="true">
              {initialsOf(name)}
            </span>
          }
          head={
            <p className="who">
              <strong>{name}</strong>
              <small>{user.username}</small>
            </p>
          }
          items={items}
        />
      </header>
      <Suspense fallback={null}>
        {changing === 'password' && <PasswordDialog onClose={close} />}
        {changing === 'factor' && <SecondFactorDialog onClose={close} />}
      </Suspense>
    </>
  );
}

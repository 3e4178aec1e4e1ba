/** Who is signed in, and what they may do with their account. */
import { KeyRound, LogOut, Moon, Sun, UserCog } from 'lucide-react';
import { useLocation } from 'wouter';
import { fullName, type SessionUser } from '../api/session';
import { useStore } from '../lib/store';
import { chooseTheme, themeStore } from '../lib/theme';
import { MenuButton, type MenuItem } from '../ui/MenuButton';
import { ROUTES } from './routes';
import { words } from './strings';

interface AccountMenuProps {
  user: SessionUser;
  onChangePassword: () => void;
}

export function AccountMenu({ user, onChangePassword }: AccountMenuProps) {
  const [, navigate] = useLocation();
  const theme = useStore(themeStore);
  const name = fullName(user);

  const items: MenuItem[] = [
    ...(user.role === 'admin' && ROUTES.some((route) => route.path === '/admin')
      ? [{ label: words.adminDashboard, icon: <UserCog />, onSelect: () => navigate('/admin') }]
      : []),
    { label: words.changePassword, icon: <KeyRound />, onSelect: onChangePassword },
    theme === 'dark'
      ? { label: words.light, icon: <Sun />, onSelect: () => chooseTheme('light') }
      : { label: words.dark, icon: <Moon />, onSelect: () => chooseTheme('dark') },
    { label: words.signOut, icon: <LogOut />, onSelect: () => navigate('/logout') },
  ];

  return (
    <MenuButton
      label={words.account(name)}
      button={
        <span className="avatar" aria-hidden="true">
          {initials(user)}
        </span>
      }
      head={
        <p className="who">
          <strong>{name}</strong>
          <small>{user.username}</small>
          {user.email && <small>{user.email}</small>}
        </p>
      }
      items={items}
    />
  );
}

export function initials(user: SessionUser): string {
  const letters = [user.firstName, user.lastName].map((part) => [...(part ?? '')][0] ?? '').join('');
  return (letters || [...user.username].slice(0, 2).join('')).toUpperCase();
}

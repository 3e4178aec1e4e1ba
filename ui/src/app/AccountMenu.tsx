/** The account menu: the signed-in user, password, theme, cash drawer and sign-out. */
import { Banknote, Clock, Gauge, KeyRound, LogOut, Moon, Sun, UserCog, Users } from 'lucide-react';
import { useLocation } from 'wouter';
import { useBox } from '../api/box';
import { useWrite } from '../api/forms/useWrite';
import { post } from '../api/http/client';
import { messageOf } from '../api/http/error';
import { useGet } from '../api/http/query';
import { fullName, mayManage, type SessionUser } from '../api/session';
import { initialsOf } from '../lib/format';
import { useStore } from '../lib/state/store';
import { chooseTheme, themeStore } from '../lib/theme';
import { toast, toastError } from '../ui/feedback/toast';
import { MenuButton, type MenuItem } from '../ui/MenuButton';
import { words } from './frameStrings';

interface AccountMenuProps {
  user: SessionUser;
  onChangePassword: () => void;
}

export function AccountMenu({ user, onChangePassword }: AccountMenuProps) {
  const [, navigate] = useLocation();
  const theme = useStore(themeStore);
  const clockIsOn = useBox()?.clock.mode === 'on';
  const name = fullName(user);
  const printers = useGet('/api/printers', { enabled: !user.mustChangePassword });
  const hasDrawer = printers.data?.some(({ opensDrawer, enabled }) => opensDrawer && enabled) ?? false;
  const drawer = useWrite((_: null, options) => post('/api/drawer', {}, options));

  async function openDrawer() {
    try {
      await drawer.run(null);
      toast(words.drawerOpens, words.drawerNoted);
    } catch (error) {
      toastError(words.drawerFailed, messageOf(error, ''));
    }
  }

  const items: MenuItem[] = [
    ...(user.role === 'admin'
      ? [{ label: words.adminDashboard, icon: <UserCog />, onSelect: () => navigate('/admin') }]
      : []),
    ...(clockIsOn ? [{ label: words.myHours, icon: <Clock />, onSelect: () => navigate('/me') }] : []),
    ...(mayManage(user.role)
      ? [{ label: words.staff, icon: <Users />, onSelect: () => navigate('/staff') }]
      : []),
    ...(user.role === 'bartender'
      ? [{ label: words.dashboard, icon: <Gauge />, onSelect: () => navigate('/bartender-dashboard') }]
      : []),
    ...(hasDrawer ? [{ label: words.openDrawer, icon: <Banknote />, onSelect: openDrawer }] : []),
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
          {initialsOf(name)}
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

/** The account menu: the signed-in user, password, theme, cash drawer and sign-out. */
import { Banknote, Clock, Gauge, KeyRound, Lock, LogOut, Moon, Sun, UserCog } from 'lucide-react';
import { useLocation } from 'wouter';
import { useRule } from '../api/approvals';
import { useBox } from '../api/box';
import { useGet } from '../api/http/query';
import { fullName, onDevice, type SessionUser, useSession } from '../api/session';
import { initialsOf } from '../lib/format';
import { useStore } from '../lib/state/store';
import { chooseTheme, themeStore } from '../lib/theme';
import { toastError } from '../ui/feedback/toast';
import { MenuButton, type MenuItem } from '../ui/MenuButton';
import { words } from './frameStrings';
import { entriesStore } from './optional/accountEntries';

/** Its code may not be there yet. */
const openDrawer = () =>
  import('../features/drawer/openDrawer').then(
    (drawer) => drawer.openDrawer(),
    () => toastError(words.drawerFailed),
  );

interface AccountMenuProps {
  user: SessionUser;
  onChangePassword: () => void;
  onSetPin: () => void;
  /** Asks why the drawer is opened, and opens it. */
  onAskDrawer: () => void;
}

/** The code is there already: it locks the device by itself too. */
const lock = () => import('../features/lock/api').then(({ lockDevice }) => lockDevice());

export function AccountMenu({ user, onChangePassword, onSetPin, onAskDrawer }: AccountMenuProps) {
  const [, navigate] = useLocation();
  const theme = useStore(themeStore);
  const box = useBox();
  const hasOwn = box?.clock?.mode === 'on' || box?.tips;
  const more = useStore(entriesStore);
  const name = fullName(user);
  const locks = onDevice(useSession());
  // A bar without enrolled devices has no use for PINs.
  const pins = (box?.devices || locks) && !user.mustChangePassword;
  const printers = useGet('/api/printers', { enabled: !user.mustChangePassword });
  const hasDrawer = printers.data?.some(({ opensDrawer, enabled }) => opensDrawer && enabled) ?? false;
  const rule = useRule('no_sale', hasDrawer);
  // Where a bar wants the reason from its list, or a manager must know it.
  const asksWhy = box?.reasons?.freeText === false || rule === 'approve';

  const items: MenuItem[] = [
    ...(locks ? [{ label: words.lock, icon: <Lock />, onSelect: lock }] : []),
    ...(user.role === 'admin'
      ? [{ label: words.adminDashboard, icon: <UserCog />, onSelect: () => navigate('/admin') }]
      : []),
    ...(hasOwn ? [{ label: words.myHours, icon: <Clock />, onSelect: () => navigate('/me') }] : []),
    ...(user.role === 'bartender'
      ? [{ label: words.dashboard, icon: <Gauge />, onSelect: () => navigate('/bartender-dashboard') }]
      : []),
    ...more,
    ...(hasDrawer && rule !== 'deny'
      ? [{ label: words.openDrawer, icon: <Banknote />, onSelect: asksWhy ? onAskDrawer : openDrawer }]
      : []),
    { label: words.changePassword, icon: <KeyRound />, onSelect: onChangePassword },
    ...(pins ? [{ label: words.setPin, icon: <KeyRound />, onSelect: onSetPin }] : []),
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

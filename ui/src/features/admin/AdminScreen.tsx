/** The admin dashboard: the list of users, and links to the admin screens. */
import {
  ArrowLeftRight,
  ExternalLink,
  History,
  LogOut,
  type LucideIcon,
  ScrollText,
  Settings,
  UserPlus,
  Wallet,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import type { User } from '../../api/types';
import { useTitle } from '../../lib/useTitle';
import { ClockQuestion } from '../../parts/clock/ClockQuestion';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { USERS } from './calls';
import { DeleteUser } from './DeleteUser';
import { FirstSteps } from './FirstSteps';
import { Notices } from './Notices';
import { words } from './strings';
import { UserCard } from './UserCard';
import { UserDialog } from './UserDialog';
import '../../styles/shared/tool-cards.css';
import './admin.css';

type Open = { what: 'create' } | { what: 'edit' | 'delete'; user: User };

const MORE: readonly { href: string; label: string; icon: LucideIcon }[] = [
  { href: '/exchange-rate', label: words.exchangeRate, icon: ArrowLeftRight },
  { href: '/settings', label: words.settings, icon: Settings },
  { href: '/audit', label: words.audit, icon: History },
];
/** What was billed and is not paid. */
const UNPAID = at('/api/bills', { state: 'unpaid' });
/** Where the bar has tills. */
const SHIFTS = { href: '/shifts', label: words.shifts, icon: Wallet };

export default function AdminScreen() {
  useTitle(words.title);
  const [, navigate] = useLocation();
  const users = useGet(USERS);
  const hasTills = (useGet('/api/cash/setup').data?.mode ?? 'off') !== 'off';
  const unpaid = useGet(UNPAID).data?.length ?? 0;
  const links = [
    ...(unpaid > 0 ? [{ href: '/bills', label: words.unpaid(unpaid), icon: ScrollText }] : []),
    ...MORE,
    ...(hasTills ? [SHIFTS] : []),
  ];
  const [open, setOpen] = useState<Open | null>(null);
  const creator = useRef<HTMLButtonElement>(null);
  const deleted = useRef(false);
  const close = () => setOpen(null);
  // The deleted user's card had the focus; the Create button takes it.
  useEffect(() => {
    if (open === null && deleted.current) creator.current?.focus();
    deleted.current = false;
  }, [open]);

  return (
    <>
      <header className="page-head">
        <h1 className="row">
          {words.users} {users.data && <span className="count">{users.data.length}</span>}
        </h1>
        <Link href="/inventory" className="action small">
          <ExternalLink />
          {words.viewApp}
        </Link>
        <button type="button" className="secondary small" onClick={() => navigate('/logout')}>
          <LogOut />
          {words.logout}
        </button>
        <button ref={creator} type="button" className="docked" onClick={() => setOpen({ what: 'create' })}>
          <UserPlus />
          {words.create}
        </button>
      </header>
      <nav className="scroller" aria-label={words.more}>
        {links.map(({ href, label, icon: Icon }) => (
          <Link key={href} href={href} className="action">
            <Icon />
            {label}
          </Link>
        ))}
      </nav>
      <ClockQuestion />
      <Notices />
      <FirstSteps onCreateUser={() => setOpen({ what: 'create' })} />
      <Loaded query={users} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="9rem" />}>
        {(list) =>
          list.length === 0 ? (
            <Empty text={words.none} />
          ) : (
            <div className="tiles products">
              {list.map((user) => (
                <UserCard
                  key={user.id}
                  user={user}
                  onEdit={() => setOpen({ what: 'edit', user })}
                  onDelete={() => setOpen({ what: 'delete', user })}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      {open?.what === 'create' && <UserDialog user={null} onClose={close} />}
      {open?.what === 'edit' && <UserDialog key={open.user.id} user={open.user} onClose={close} />}
      {open?.what === 'delete' && (
        <DeleteUser
          user={open.user}
          onClose={close}
          onDeleted={() => {
            deleted.current = true;
          }}
        />
      )}
    </>
  );
}

/** User management: the accounts, and the dialogs to create, edit and delete one. */
import { ExternalLink, LogOut, UserPlus } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useGet } from '../../../api/http/query';
import { useSession } from '../../../api/session';
import type { Invitation, User } from '../../../api/types';
import { mayInvite } from '../../../parts/invitation/invitation';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { form, words } from '../strings';
import { USERS } from './calls';
import { DeleteUser } from './DeleteUser';
import { nameOf, UserCard } from './UserCard';
import { UserDialog } from './UserDialog';

const InviteDialog = lazy(() => import('../../../parts/invitation/InviteDialog'));

type Open =
  | { what: 'create' }
  | { what: 'edit' | 'delete'; user: User }
  | { what: 'invite'; user: User; invitation?: Invitation };

/** `alone`: it is all of the page, and Create User is what the page is for. */
export function UsersPart({ alone }: { alone: boolean }) {
  const [, navigate] = useLocation();
  const users = useGet(USERS);
  const [open, setOpen] = useState<Open | null>(null);
  const creator = useRef<HTMLButtonElement>(null);
  const deleted = useRef(false);
  const close = () => setOpen(null);
  // The form of a new user closes after the invitation has opened.
  const closeForm = () => setOpen((now) => (now?.what === 'create' ? null : now));
  const by = useSession().user;
  // The deleted user's card had the focus; the Create button takes it.
  useEffect(() => {
    if (open === null && deleted.current) creator.current?.focus();
    deleted.current = false;
  }, [open]);

  return (
    <section className="stack" aria-labelledby="users">
      <header className="page-head">
        <h2 id="users" className="row">
          {words.users} {users.data && <span className="count">{users.data.length}</span>}
        </h2>
        <Link href="/inventory" className="action small">
          <ExternalLink />
          {words.viewApp}
        </Link>
        <button type="button" className="secondary small" onClick={() => navigate('/logout')}>
          <LogOut />
          {words.logout}
        </button>
        <button
          ref={creator}
          type="button"
          className={alone ? 'docked' : 'soft'}
          onClick={() => setOpen({ what: 'create' })}
        >
          <UserPlus />
          {words.create}
        </button>
      </header>
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
                  onInvite={mayInvite(by, user) ? () => setOpen({ what: 'invite', user }) : undefined}
                  onEdit={() => setOpen({ what: 'edit', user })}
                  onDelete={() => setOpen({ what: 'delete', user })}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      {open?.what === 'create' && (
        <UserDialog
          user={null}
          onInvited={(user, invitation) => setOpen({ what: 'invite', user, invitation })}
          onClose={closeForm}
        />
      )}
      {open?.what === 'invite' && (
        <Suspense fallback={null}>
          <InviteDialog
            person={{ id: open.user.id, name: nameOf(open.user) ?? open.user.username }}
            note={open.invitation && form.created}
            isNew={open.invitation !== undefined || open.user.lastLoginAt === null}
            first={open.invitation}
            onClose={close}
          />
        </Suspense>
      )}
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
    </section>
  );
}

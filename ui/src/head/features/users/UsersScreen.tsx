/** The users of head office: owners, and managers with their bars. */
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { initialsOf } from '../../../lib/format';
import { useTitle } from '../../../lib/useTitle';
import { Badge } from '../../../ui/Badge';
import { DeleteDialog } from '../../../ui/dialog/DeleteDialog';
import { EditTools } from '../../../ui/EditTools';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast, toastError } from '../../../ui/feedback/toast';
import { USERS } from '../../api/calls';
import { useGet } from '../../api/query';
import type { HeadUser } from '../../api/types';
import { reasonOf, useSend } from '../../api/useSend';
import { words } from './strings';
import { UserDialog } from './UserDialog';

/** What is open over the list. */
type Open = { edit: HeadUser | null } | { remove: HeadUser } | null;

export default function UsersScreen() {
  useTitle(words.title);
  const [open, setOpen] = useState<Open>(null);
  const users = useGet<HeadUser[]>(USERS);
  const close = () => setOpen(null);
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <button type="button" className="docked" onClick={() => setOpen({ edit: null })}>
          <UserPlus />
          {words.add}
        </button>
      </header>
      <Loaded query={users} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="4rem" />}>
        {(all) => (
          <section className="card" aria-label={words.title}>
            <ul className="list">
              {all.map((user) => (
                <Row
                  key={user.id}
                  user={user}
                  onEdit={() => setOpen({ edit: user })}
                  onRemove={() => setOpen({ remove: user })}
                />
              ))}
            </ul>
          </section>
        )}
      </Loaded>
      {open && 'edit' in open && <UserDialog user={open.edit} onClose={close} />}
      {open && 'remove' in open && <RemoveUser user={open.remove} onClose={close} />}
    </>
  );
}

interface RowProps {
  user: HeadUser;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ user, onEdit, onRemove }: RowProps) {
  const name = user.name || user.username;
  return (
    <li className="person">
      <span className="avatar" aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className="grow">
        <span className="name">{name}</span>
        <small>
          {user.username} · {barsText(user)}
        </small>
        {!user.hasTotp && <small>{words.noSecondFactor}</small>}
      </span>
      <Badge status={user.role === 'owner' ? 'admin' : 'manager'}>{words[user.role]}</Badge>
      {!user.isActive && <Badge>{words.inactive}</Badge>}
      <span className="buttons">
        <EditTools
          edit={words.editOf(user.username)}
          remove={words.removeOf(user.username)}
          onEdit={onEdit}
          onRemove={onRemove}
        />
      </span>
    </li>
  );
}

function barsText({ role, bars }: HeadUser): string {
  if (role === 'owner' || bars === 'all') return words.allBars;
  return bars.length === 0 ? words.noBars : words.someBars(bars.length);
}

function RemoveUser({ user, onClose }: { user: HeadUser; onClose: () => void }) {
  const { send, pending } = useSend([USERS]);
  return (
    <DeleteDialog
      question={words.question(user.username)}
      detail={words.detail}
      action={words.remove}
      pending={pending}
      waiting={false}
      run={async () => {
        await send({ method: 'DELETE', path: `${USERS}/${encodeURIComponent(user.id)}` });
        return true;
      }}
      onDeleted={() => {
        toast(words.removed);
        onClose();
      }}
      onFailed={(error) => {
        toastError(words.removeFailed, reasonOf(error));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

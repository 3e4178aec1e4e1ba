/** One user: name, role, status, and the dates of creation and last sign-in. */
import { KeyRound, QrCode } from 'lucide-react';
import type { User } from '../../../api/types';
import { formatDate, formatTime, initialsOf } from '../../../lib/format';
import { words as headWords } from '../../../parts/head-office/strings';
import { words as inviteWords } from '../../../parts/invitation/strings';
import { Badge } from '../../../ui/Badge';
import { EditTools } from '../../../ui/EditTools';
import { words } from '../strings';

interface UserCardProps {
  user: User;
  /** Absent for a user who cannot be invited. */
  onInvite?: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function UserCard({ user, onInvite, onEdit, onDelete }: UserCardProps) {
  const name = nameOf(user);
  return (
    <article className="user" aria-label={user.username}>
      <span className="avatar" aria-hidden="true">
        {initialsOf(name ?? user.username)}
      </span>
      <div className="stack snug">
        <h3>{name ?? user.username}</h3>
        <small>{name ? `@${user.username}` : words.noName}</small>
        {user.email && <small>{user.email}</small>}
      </div>
      <div className="tools">
        <EditTools
          edit={words.edit(user.username)}
          remove={words.remove(user.username)}
          onEdit={onEdit}
          onRemove={onDelete}
        />
      </div>
      <p className="badges">
        <Badge status={user.role}>{user.role}</Badge>
        {!user.isActive && <Badge status="inactive">{words.inactive}</Badge>}
        {user.chain && <Badge>{headWords.owned}</Badge>}
        {user.mustChangePassword && (
          <Badge status="warning">
            <KeyRound />
            {words.mustChange}
          </Badge>
        )}
      </p>
      <div className="split foot">
        <small className="dates">
          {words.created(formatDate(user.createdAt))} · {lastLogin(user.lastLoginAt)}
        </small>
        {onInvite && (
          <button
            type="button"
            className="secondary small"
            aria-label={inviteWords.inviteOf(user.username)}
            onClick={onInvite}
          >
            <QrCode />
            {inviteWords.invite}
          </button>
        )}
      </div>
    </article>
  );
}

export function nameOf(user: Pick<User, 'firstName' | 'lastName'>): string | null {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || null;
}

function lastLogin(at: string | null): string {
  if (at === null) return words.never;
  const today = formatDate(at) === formatDate(new Date().toISOString());
  return words.lastLogin(today ? words.today(formatTime(at)) : formatDate(at));
}

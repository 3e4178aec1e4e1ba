/** Invites a person: the code with which they choose a password, until they have joined. */
import { useGet } from '../../api/http/query';
import type { Invitation, User } from '../../api/types';
import { CodeDialog } from '../codes/CodeDialog';
import { useMadeCode } from '../codes/useMadeCode';
import { hasJoined, INVITATION_MS, makeInvitation } from './invitation';
import { words } from './strings';

/** Live updates tell at once that the person has joined; without them the accounts are read so often. */
const POLL_MS = 5_000;

interface InviteDialogProps {
  person: { id: number; name: string };
  /** A line under the title. */
  note?: string;
  /** The account before the invitation, for those who read accounts: then the dialog notices that the person has joined. */
  before?: User;
  /** One that came with the new account. */
  first?: Invitation;
  onClose: () => void;
}

export default function InviteDialog({
  person: { id, name },
  note,
  before,
  first,
  onClose,
}: InviteDialogProps) {
  const made = useMadeCode({
    send: (options) => makeInvitation(id, options),
    lastsMs: INVITATION_MS,
    failed: words.failed,
    first,
  });
  const users = useGet('/api/users', { enabled: before !== undefined, refetchInterval: POLL_MS });
  const now = users.data?.find((user) => user.id === id);
  const joined = before && now && hasJoined(before, now);
  // A new account has no password that a person knows.
  const isNew = first !== undefined || before?.lastLoginAt === null;
  return (
    <CodeDialog
      title={words.inviteOf(name)}
      note={note}
      made={made}
      lead={words.lead(name)}
      used={joined ? words.joined(name) : null}
      onClose={onClose}
    >
      {!isNew && <small>{words.again}</small>}
    </CodeDialog>
  );
}

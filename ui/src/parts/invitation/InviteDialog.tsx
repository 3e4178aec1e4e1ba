/** Invites a person: the code with which they choose a password, until they have joined. */
import { useGet } from '../../api/http/query';
import type { Invitation } from '../../api/types';
import { CodeDialog } from '../codes/CodeDialog';
import { useMadeCode } from '../codes/useMadeCode';
import { INVITATION_MS, invitationOf, makeInvitation } from './invitation';
import { words } from './strings';

/** Live updates tell at once that the person has joined; without them the box is asked so often. */
const POLL_MS = 5_000;

interface InviteDialogProps {
  person: { id: number; name: string };
  /** A line under the title. */
  note?: string;
  /** The person has no password yet that they know. */
  isNew?: boolean;
  /** One that came with the new account. */
  first?: Invitation;
  onClose: () => void;
}

export default function InviteDialog({
  person: { id, name },
  note,
  isNew = false,
  first,
  onClose,
}: InviteDialogProps) {
  const made = useMadeCode({
    send: (options) => makeInvitation(id, options),
    lastsMs: INVITATION_MS,
    failed: words.failed,
    first,
  });
  const asked = useGet(invitationOf(id), { enabled: made.code !== null, refetchInterval: POLL_MS });
  const joined = made.code !== null && asked.data?.state === 'used';
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

/** Who has a PIN, and codes for those who forgot it or the password: managers make them for bartenders, admins for everybody. */
import { KeyRound, QrCode } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../../api/http/query';
import { useSession } from '../../../api/session';
import type { StaffName } from '../../../api/types';
import InviteDialog from '../../../parts/invitation/InviteDialog';
import { mayInvite } from '../../../parts/invitation/invitation';
import { words as inviteWords } from '../../../parts/invitation/strings';
import { Badge } from '../../../ui/Badge';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { NAMES } from './devices';
import { ResetCode } from './ResetCode';
import { pins as words } from './strings';

export function Pins() {
  const names = useGet(NAMES);
  const by = useSession().user;
  const admin = by?.role === 'admin';
  const [open, setOpen] = useState<StaffName | null>(null);
  const [invited, setInvited] = useState<StaffName | null>(null);
  return (
    <section className="card stack" aria-labelledby="pins-title">
      <h2 id="pins-title">{words.title}</h2>
      <p>{words.lead}</p>
      <Loaded query={names} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="3rem" />}>
        {(people) => (
          <ul className="list">
            {people.map((person) => (
              <li key={person.id}>
                <span className="grow">
                  <span className="name">{person.name}</span>
                  <small>
                    @{person.username} · {person.role}
                  </small>
                </span>
                <PinBadge status={person.pinStatus} />
                {person.pinStatus !== 'none' && (admin || person.role === 'bartender') && (
                  <button
                    type="button"
                    className="secondary small"
                    aria-label={words.resetOf(person.name)}
                    onClick={() => setOpen(person)}
                  >
                    <KeyRound />
                    {words.reset}
                  </button>
                )}
                {mayInvite(by, person) && (
                  <button
                    type="button"
                    className="secondary small"
                    aria-label={inviteWords.inviteOf(person.name)}
                    onClick={() => setInvited(person)}
                  >
                    <QrCode />
                    {inviteWords.invite}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {invited && <InviteDialog person={invited} onClose={() => setInvited(null)} />}
      {open && <ResetCode person={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

function PinBadge({ status }: { status: StaffName['pinStatus'] }) {
  if (status === 'none') return <Badge status="inactive">{words.none}</Badge>;
  return (
    <Badge status={status === 'off' ? 'warning' : 'ok'}>{status === 'off' ? words.off : words.set}</Badge>
  );
}

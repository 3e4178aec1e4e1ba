/** Who may sign in on this device: a tile for each person. */
import { Beer, KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useBox } from '../../api/box';
import type { Till } from '../../api/till';
import type { PersonHere } from '../../api/types';
import { initialsOf } from '../../lib/format';
import { useCountdown } from '../../lib/render/useCountdown';
import { pin } from '../../parts/pin/strings';
import { waitUntil } from '../../parts/pin/wait';
import { Alert } from '../../ui/feedback/Alert';
import { Clock } from './Clock';
import { lock as words } from './strings';

interface PeopleHereProps {
  till: Till;
  /** False while the box does not answer. */
  reachable: boolean;
  /** Whose tile gets the focus. */
  focus: number | null;
  onPerson: (userId: number) => void;
  onPassword: () => void;
}

export function PeopleHere({ till, reachable, focus, onPerson, onPassword }: PeopleHereProps) {
  const box = useBox();
  const { device, people } = till;
  const none = people.length === 0;
  return (
    <main>
      <header className="stack">
        <div className="split">
          <span className="mark">
            <Beer />
          </span>
          <span className="now">
            <b>
              <Clock />
            </b>
            <small>{device.name}</small>
          </span>
        </div>
        <h1 className="poster">{box?.title ?? ' '}</h1>
        {!reachable && <Alert kind="warning">{pin.unreachable}</Alert>}
        {device.status === 'locked' && <Alert>{words.locked}</Alert>}
      </header>
      {none ? (
        <div className="none">
          <p>{words.noPins}</p>
          <small>{words.noPinsLead}</small>
        </div>
      ) : (
        <nav className={people.length > 6 ? 'people many' : 'people'} aria-label={words.people}>
          {people.map((person) => (
            <PersonTile
              key={person.userId}
              till={till}
              person={person}
              focused={person.userId === focus}
              onSelect={() => onPerson(person.userId)}
            />
          ))}
        </nav>
      )}
      <div className="without-pin">
        {!none && <small>{words.notHere}</small>}
        <button type="button" className={none ? 'large wide' : 'secondary wide'} onClick={onPassword}>
          <KeyRound />
          {words.usePassword}
        </button>
        <Link className="action quiet wide" href="/join">
          {words.haveCode}
        </Link>
      </div>
    </main>
  );
}

interface PersonTileProps {
  till: Till;
  person: PersonHere;
  focused: boolean;
  onSelect: () => void;
}

function PersonTile({ till, person, focused, onSelect }: PersonTileProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const wait = useCountdown(waitUntil(till, person.userId));
  useEffect(() => {
    if (focused) ref.current?.focus();
  }, []);
  const note = wait > 0 ? pin.tryAgainIn(wait) : person.role === 'bartender' ? null : person.role;
  return (
    <button ref={ref} type="button" onClick={onSelect}>
      <span className="avatar" aria-hidden="true">
        {initialsOf(person.name)}
      </span>
      <span>
        {person.name}
        {note && <small>{note}</small>}
      </span>
    </button>
  );
}

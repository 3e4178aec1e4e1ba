/** The lock screen: the sign-in form of an enrolled device. First who it is, then the PIN or the password. */
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { onDevice, sessionStore } from '../../api/session';
import { keepTill, tillStore } from '../../api/till';
import type { Role } from '../../api/types';
import { useStore } from '../../lib/state/store';
import { useTitle } from '../../lib/useTitle';
import { ForgotPin } from './ForgotPin';
import { PeopleHere } from './PeopleHere';
import { PinEntry } from './PinEntry';
import { lock as words } from './strings';
import { useTillNews } from './useTillNews';
import '../../parts/pin/pin.css';

interface LockedDeviceProps {
  /** Opens the start page of this role. */
  onStart: (role: Role) => void;
  /** Called before a sign-in, to prefetch the next screen. */
  onTry: () => void;
  /** The form with username and password. */
  form: (onSignedIn: (role: Role) => void, onBack: () => void) => ReactNode;
}

type View = { show: 'people' | 'password' } | { show: 'pin' | 'forgot'; userId: number };

export default function LockedDevice({ onStart, onTry, form }: LockedDeviceProps) {
  const till = useStore(tillStore);
  const reachable = useTillNews();
  const [path] = useLocation();
  const [view, setView] = useState<View>({ show: 'people' });
  /** Whose tile gets the focus after Back. */
  const last = useRef<number | null>(null);
  useTitle(words.title);
  if (!till) return null;

  function enter(role: Role) {
    if (!till) return;
    const { user, info } = sessionStore.get();
    const username = user?.username ?? '';
    const goesOn = path !== '/login' && username === till.device.lastUserName;
    keepTill({ ...till, device: { ...till.device, lastUserName: username } });
    // The user who locked the screen goes on where they were. What an admin's start page reads needs the password.
    if (!goesOn) onStart(role === 'admin' && onDevice() && !info?.passwordUntil ? 'manager' : role);
  }

  const toPeople = () => setView({ show: 'people' });
  const usePassword = () => setView({ show: 'password' });
  if (view.show === 'password') return form(enter, toPeople);

  const person = 'userId' in view && till.people.find(({ userId }) => userId === view.userId);
  return (
    <div className="lock">
      {person && view.show === 'pin' && (
        <PinEntry
          key={person.userId}
          till={till}
          person={person}
          onTry={onTry}
          onSignedIn={enter}
          onBack={toPeople}
          onForgot={() => setView({ show: 'forgot', userId: person.userId })}
          onPassword={usePassword}
        />
      )}
      {person && view.show === 'forgot' && (
        <ForgotPin
          till={till}
          person={person}
          onTry={onTry}
          onSignedIn={enter}
          onBack={() => setView({ show: 'pin', userId: person.userId })}
        />
      )}
      {!person && (
        <PeopleHere
          till={till}
          reachable={reachable}
          focus={last.current}
          onPerson={(userId) => {
            last.current = userId;
            setView({ show: 'pin', userId });
          }}
          onPassword={usePassword}
        />
      )}
    </div>
  );
}

/** A manager approves on this phone: by PIN on an enrolled device, by password on any phone. */
import { useEffect, useState } from 'react';
import { onDevice, useSession } from '../../../api/session';
import { loadTill, tillStore } from '../../../api/till';
import type { Approval } from '../../../api/types';
import { useStore } from '../../../lib/state/store';
import { ManagerPassword } from './ManagerPassword';
import { ManagerPin } from './ManagerPin';
import { Managers } from './Managers';

interface ManagerHereProps {
  /** The approval. */
  id: number;
  onDecided: (approval: Approval) => void;
  onBack: () => void;
}

/** `userId` is whose PIN is typed. */
type View = { show: 'managers' | 'password' } | { show: 'pin'; userId: number };

export function ManagerHere({ id, onDecided, onBack }: ManagerHereProps) {
  const till = useStore(tillStore);
  const isDevice = onDevice(useSession()) && till !== null;
  const [view, setView] = useState<View>({ show: 'managers' });
  useEffect(() => {
    // A manager may have set a PIN since this phone was unlocked.
    if (isDevice) loadTill().catch(() => {});
  }, []);

  if (!isDevice) return <ManagerPassword id={id} onDecided={onDecided} onBack={onBack} />;
  const toManagers = () => setView({ show: 'managers' });
  if (view.show === 'password') return <ManagerPassword id={id} onDecided={onDecided} onBack={toManagers} />;
  const managers = till.people.filter(({ role }) => role !== 'bartender');
  const person = view.show === 'pin' && managers.find(({ userId }) => userId === view.userId);
  if (person) {
    return (
      <ManagerPin
        key={person.userId}
        id={id}
        till={till}
        person={person}
        onDecided={onDecided}
        onBack={toManagers}
      />
    );
  }
  return (
    <Managers
      managers={managers}
      onManager={(userId) => setView({ show: 'pin', userId })}
      onPassword={() => setView({ show: 'password' })}
      onBack={onBack}
    />
  );
}

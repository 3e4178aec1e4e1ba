/** Which manager: a tile for each who has a PIN on this device. */
import { KeyRound } from 'lucide-react';
import { useRef } from 'react';
import type { PersonHere } from '../../../api/types';
import { initialsOf } from '../../../lib/format';
import { useTakeOverFocus } from '../../../ui/dialog/useTakeOverFocus';
import { ask as words } from '../strings';
import '../../../parts/pin/pin.css';

interface ManagersProps {
  managers: readonly PersonHere[];
  onManager: (userId: number) => void;
  onPassword: () => void;
  onBack: () => void;
}

export function Managers({ managers, onManager, onPassword, onBack }: ManagersProps) {
  const people = useRef<HTMLElement>(null);
  useTakeOverFocus(people);
  return (
    <>
      {managers.length === 0 ? (
        <p>{words.noManager}</p>
      ) : (
        <nav ref={people} tabIndex={-1} className="people small" aria-label={words.who}>
          {managers.map(({ userId, name }) => (
            <button key={userId} type="button" onClick={() => onManager(userId)}>
              <span className="avatar" aria-hidden="true">
                {initialsOf(name)}
              </span>
              <span>{name}</span>
            </button>
          ))}
        </nav>
      )}
      <footer>
        <button type="button" className="secondary wide" onClick={onPassword}>
          <KeyRound />
          {words.usePassword}
        </button>
        <button type="button" className="quiet wide" onClick={onBack}>
          {words.back}
        </button>
      </footer>
    </>
  );
}

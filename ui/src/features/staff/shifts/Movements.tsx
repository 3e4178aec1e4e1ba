/** The movements of an X or Z, with what reverses one that was wrong. */
import { Suspense, useState } from 'react';
import { useGet } from '../../../api/http/query';
import type { CashMovement } from '../../../api/types';
import { formatTime } from '../../../lib/format';
import { CorrectDialog } from '../../../parts/drawer/moves/loaded';
import { canCorrect, movementsUrl } from '../../../parts/drawer/till';
import { both } from './figures';
import { movementKinds, report as words } from './strings';

interface MovementsProps {
  tillId: number;
  movements: readonly CashMovement[];
}

export function Movements({ tillId, movements }: MovementsProps) {
  // A Z shows its movements as they were; what was corrected since cannot be corrected again.
  const now = useGet(movementsUrl(tillId), { enabled: movements.length > 0 }).data;
  const mayCorrect = (shown: CashMovement) =>
    canCorrect(shown) && canCorrect(now?.find(({ id }) => id === shown.id) ?? shown);
  const [wrong, setWrong] = useState<CashMovement | null>(null);
  if (movements.length === 0) return null;
  return (
    <section className="card stack tight" aria-labelledby="report-movements">
      <h2 id="report-movements">{words.movements}</h2>
      <ul className="list">
        {movements.map((movement) => (
          <li key={movement.id} className="shift-row">
            <div className="grow">
              <span className="name">{movementKinds[movement.kind]}</span>
              <small>
                {[formatTime(movement.at), movement.userName, movement.forUserName, movement.reason]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              {movement.approvedBy && <small>{words.approvedBy(movement.approvedBy)}</small>}
              {movement.status === 'corrected' && <small>{words.corrected}</small>}
              {movement.forEarlierShifts && <small>{words.earlier}</small>}
            </div>
            <b>{both(movement.amountUSD, movement.amountLRD, ', ')}</b>
            {mayCorrect(movement) && (
              <button
                type="button"
                className="secondary small"
                aria-label={`${words.correct}: ${movementKinds[movement.kind]} ${formatTime(movement.at)}`}
                onClick={() => setWrong(movement)}
              >
                {words.correct}
              </button>
            )}
          </li>
        ))}
      </ul>
      {wrong && (
        <Suspense fallback={null}>
          <CorrectDialog movement={wrong} onClose={() => setWrong(null)} />
        </Suspense>
      )}
    </section>
  );
}

/** What was put into a till and taken out, in its open shift or of a safe; managers reverse what was wrong. */
import { Suspense, useState } from 'react';
import { useGet } from '../../../api/http/query';
import { mayManage, useSession } from '../../../api/session';
import type { CashMovement, Shift, Till } from '../../../api/types';
import { formatTime } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { CorrectDialog } from '../../../parts/drawer/moves/loaded';
import { offRateText } from '../../../parts/drawer/moves/offRate';
import { moves, list as words } from '../../../parts/drawer/strings';
import { canCorrect, dualOf, movementsUrl, signed } from '../../../parts/drawer/till';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';

interface MovementsProps {
  till: Till;
  tills: readonly Till[];
  /** None for a safe. */
  shift?: Shift;
}

/** A safe has no shifts: so many of its newest movements are shown. */
const OF_A_SAFE = 50;

export function Movements({ till, tills, shift }: MovementsProps) {
  const query = useGet(movementsUrl(till.id));
  const manages = mayManage(useSession().user?.role);
  const [wrong, setWrong] = useState<CashMovement | null>(null);
  return (
    <section className="card stack tight" aria-labelledby="movements">
      <h2 id="movements">{words.title}</h2>
      <Loaded query={query} errorText={words.failed} skeleton={<Skeleton count={2} height="3.5rem" />}>
        {(all) => {
          const own = shift ? all.filter(({ shiftId }) => shiftId === shift.id) : all.slice(0, OF_A_SAFE);
          if (own.length === 0) return <Empty text={words.none} />;
          return (
            <ul className="list">
              {own.map((movement) => (
                <li key={movement.id}>
                  <Row movement={movement} tills={tills} />
                  {manages && canCorrect(movement) && (
                    <button
                      type="button"
                      className="secondary small"
                      aria-label={`${words.correct}: ${moves[movement.kind]} ${formatTime(movement.at)}`}
                      onClick={() => setWrong(movement)}
                    >
                      {words.correct}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      {wrong && (
        <Suspense fallback={null}>
          <CorrectDialog movement={wrong} onClose={() => setWrong(null)} />
        </Suspense>
      )}
    </section>
  );
}

function Row({ movement, tills }: { movement: CashMovement; tills: readonly Till[] }) {
  const { kind, at, userName, reason, forUserName, status, otherTillId, rateGainLRD } = movement;
  const { usd, lrd } = dualOf(movement);
  const gain = kind === 'exchange' && rateGainLRD !== null ? fromServer(rateGainLRD) : 0;
  const notes = [
    formatTime(at),
    userName,
    reason,
    forUserName && words.tipsOf(forUserName),
    (kind === 'transfer' || kind === 'float') && tills.find(({ id }) => id === otherTillId)?.name,
    gain !== 0 && offRateText(gain, lrd),
    status === 'offered' && words.offered,
    status === 'corrected' && words.corrected,
  ];
  return (
    <>
      <span className="grow">
        <span className="name">{moves[kind]}</span>
        <small>{notes.filter(Boolean).join(' · ')}</small>
      </span>
      {(usd !== 0 || lrd !== 0) && (
        <span className="money end">
          {usd !== 0 && <span>{signed(usd, 'USD')}</span>}
          {lrd !== 0 && <span>{signed(lrd, 'LRD')}</span>}
        </span>
      )}
    </>
  );
}

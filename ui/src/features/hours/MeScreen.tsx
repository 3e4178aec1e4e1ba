/** My hours and tips: a person's own clock, and what they worked and were given in the last 14 days. */
import { lazy, Suspense } from 'react';
import { useBox } from '../../api/box';
import { useGet } from '../../api/http/query';
import { useBusinessDay } from '../../api/useBusinessDay';
import { formatDate } from '../../lib/format';
import { useTitle } from '../../lib/useTitle';
import { byDay, formatMinutes, OWN_DAYS, paidOf, periodsUrl } from '../../parts/hours/hours';
import { PeriodRow } from '../../parts/hours/PeriodRow';
import { words as periodWords } from '../../parts/hours/strings';
import { daysBefore } from '../../parts/range/range';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { ClockCard } from './ClockCard';
import { words } from './strings';
import '../../styles/shared/staff.css';

const OwnTips = lazy(() => import('./OwnTips'));

export default function MeScreen() {
  useTitle(words.title);
  const today = useBusinessDay();
  const isOn = useBox()?.clock?.mode === 'on';
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      {isOn && <ClockCard />}
      {today && <OwnHours today={today} isOn={isOn} />}
      {today && (
        <Suspense fallback={null}>
          <OwnTips today={today} />
        </Suspense>
      )}
    </>
  );
}

function OwnHours({ today, isOn }: { today: string; isOn: boolean }) {
  const me = useGet('/api/auth/me').data;
  const list = useGet(periodsUrl(daysBefore(today, OWN_DAYS - 1), today, me?.id), {
    enabled: me !== undefined,
  });
  return (
    <section className="card stack tight" aria-labelledby="own-hours">
      <Loaded query={list} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="4rem" />}>
        {(periods) => (
          <>
            <div className="split">
              <h2 id="own-hours">{words.lastDays}</h2>
              {periods.length > 0 && <b>{periodWords.paid(formatMinutes(paidOf(periods)))}</b>}
            </div>
            {periods.length === 0 && <Empty text={isOn ? words.none : words.off} />}
            {byDay(periods).map(([day, ofDay]) => (
              <section key={day} className="stack tight" aria-labelledby={`day-${day}`}>
                <h3 id={`day-${day}`}>{formatDate(day)}</h3>
                <ul className="list">
                  {ofDay.map((period) => (
                    <PeriodRow key={period.id} period={period} />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </Loaded>
    </section>
  );
}

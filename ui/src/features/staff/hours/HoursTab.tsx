/** Hours: what each person worked in the chosen days, and the periods, which can be corrected. */
import { keepPreviousData } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useBox } from '../../../api/box';
import { useGet } from '../../../api/http/query';
import { useSession } from '../../../api/session';
import type { Period } from '../../../api/types';
import { formatDate } from '../../../lib/format';
import { byDay, formatMinutes, periodsUrl } from '../../../parts/hours/hours';
import { PeriodRow } from '../../../parts/hours/PeriodRow';
import type { DateRange } from '../../../parts/range/range';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { DatedTab } from '../DatedTab';
import { ReportActions } from '../ReportActions';
import { hours as words } from '../strings';
import { CorrectDialog } from './CorrectDialog';
import { csvUrl, fileNameOf, hoursUrl, printHours } from './calls';
import '../../../styles/shared/figures.css';

export default function HoursTab() {
  return <DatedTab before={<ClockIsOff />}>{(range) => <HoursOf range={range} />}</DatedTab>;
}

/** Where the staff do not clock in, the tab says where that is switched on. */
function ClockIsOff() {
  const box = useBox();
  const isAdmin = useSession().user?.role === 'admin';
  if (box === null || box.clock?.mode === 'on') return null;
  return (
    <p>
      {words.off} {isAdmin ? <Link href="/settings/people">{words.switchOn}</Link> : words.askAdmin}
    </p>
  );
}

/** Managers correct the hours of bartenders, admins those of everybody: a manager's own are an admin's. */
function useMayCorrect(): (period: Period) => boolean {
  const isAdmin = useSession().user?.role === 'admin';
  const { data: names } = useGet('/api/users/names', { enabled: !isAdmin });
  // An account that is switched off has no name here; the box decides about it.
  const isOfBartender = ({ userId }: Period) =>
    names !== undefined && (names.find(({ id }) => id === userId)?.role ?? 'bartender') === 'bartender';
  return (period) => period.status !== 'on_break' && (isAdmin || isOfBartender(period));
}

function HoursOf({ range }: { range: DateRange }) {
  const report = useGet(hoursUrl(range), { placeholderData: keepPreviousData });
  const periods = useGet(periodsUrl(range.from, range.to), { placeholderData: keepPreviousData });
  const [open, setOpen] = useState<Period | null>(null);
  const mayCorrect = useMayCorrect();
  // The figures count what has ended. Who still works is in them from the moment they clock out.
  const atWork = (of: number) =>
    periods.data?.find(
      ({ userId, status }) => userId === of && (status === 'working' || status === 'on_break'),
    );

  return (
    <>
      <section className="card stack tight" aria-labelledby="hours-people">
        <Loaded query={report} errorText={words.loadFailed} skeleton={<Skeleton count={2} height="4rem" />}>
          {({ rows, totals }) => (
            <>
              <div className="split">
                <h2 id="hours-people">{words.people}</h2>
                {rows.length > 0 && (
                  <ReportActions
                    print={(_, options) => printHours(range, options)}
                    csv={csvUrl(range)}
                    fileName={fileNameOf(range)}
                  />
                )}
              </div>
              {rows.length === 0 ? (
                <Empty text={words.none} />
              ) : (
                <table className="ledger hours-table">
                  <thead>
                    <tr>
                      <th scope="col">{words.person}</th>
                      <th scope="col">{words.worked}</th>
                      <th scope="col">{words.breaks}</th>
                      <th scope="col">{words.paid}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={row.userId}>
                        <th scope="row">
                          {row.userName}
                          {row.notStamped > 0 && <small>{words.notStamped(row.notStamped)}</small>}
                          <Since period={atWork(row.userId)} />
                        </th>
                        <td>{formatMinutes(row.minutes)}</td>
                        <td>{formatMinutes(row.breakMinutes)}</td>
                        <td>
                          <b>{formatMinutes(row.paidMinutes)}</b>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                  <tfoot>
                    <tr>
                      <th scope="row">{words.total}</th>
                      <td>{formatMinutes(totals.minutes)}</td>
                      <td>{formatMinutes(totals.breakMinutes)}</td>
                      <td>
                        <b>{formatMinutes(totals.paidMinutes)}</b>
                      </td>
                    </tr>
                  </tfoot>
                </table>
              )}
            </>
          )}
        </Loaded>
      </section>
      <Loaded query={periods} errorText={words.loadFailed} skeleton={<Skeleton count={2} height="6rem" />}>
        {(all) =>
          byDay(all).map(([day, ofDay]) => (
            <section key={day} className="card stack tight" aria-labelledby={`hours-${day}`}>
              <h2 id={`hours-${day}`}>{formatDate(day)}</h2>
              <ul className="list">
                {ofDay.map((period) => (
                  <PeriodRow key={period.id} period={period} name={period.userName}>
                    {mayCorrect(period) && (
                      <button
                        type="button"
                        className="quiet icon-only"
                        aria-label={words.correctOf(period.userName)}
                        onClick={() => setOpen(period)}
                      >
                        <Pencil />
                      </button>
                    )}
                  </PeriodRow>
                ))}
              </ul>
            </section>
          ))
        }
      </Loaded>
      {open && <CorrectDialog key={open.id} period={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Since({ period }: { period: Period | undefined }) {
  return period ? <small className="since">{words.since(period.inAt)}</small> : null;
}

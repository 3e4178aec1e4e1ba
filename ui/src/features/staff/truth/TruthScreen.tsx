/** The truth sheet: a night as it stands or as it was issued, and what can be done with it. */
import { ChevronLeft, ChevronRight, ScrollText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useBox } from '../../../api/box';
import { useGet } from '../../../api/http/query';
import { useSession } from '../../../api/session';
import type { IssuedSheet, Sheet } from '../../../api/types';
import { useBusinessDay } from '../../../api/useBusinessDay';
import { useTitle } from '../../../lib/useTitle';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { Parts } from './Parts';
import { SheetActions } from './SheetActions';
import { asItStands, dayOf, isEmpty, issuedOf, plusDays, sheetUrl, shownBy } from './sheet';
import { nightName, words } from './strings';
import '../../../styles/shared/staff.css';

const CheckSheet = lazy(() => import('./CheckSheet'));

export default function TruthScreen() {
  useTitle(words.title);
  const today = useBusinessDay();
  // `/truth/2026-11-20`. Not useRoute, which would make the sign-in page larger.
  const key = useLocation()[0].split('/')[2];
  const role = useSession().user?.role;
  const mayRead = role === 'admin' || useBox()?.sheet?.managers !== false;
  if (!mayRead) return <Empty text={words.forbidden} icon={ScrollText} />;
  if (!today) return <Skeleton />;
  const day = dayOf(key) ?? today;
  return <Night key={day} day={day} today={today} chosen={key} />;
}

interface NightProps {
  day: string;
  today: string;
  /** The last part of the address. */
  chosen: string | undefined;
}

function Night({ day, today, chosen }: NightProps) {
  const issued = useGet(issuedOf(day));
  const [, navigate] = useLocation();
  const [checks, setChecks] = useState(false);
  const open = (key: string) => navigate(`/truth/${key}`);
  const shown = shownBy(chosen, day, issued.data?.[0]?.number);
  return (
    <>
      <header className="sheet-head">
        <button
          type="button"
          className="quiet icon-only"
          aria-label={words.before}
          onClick={() => open(plusDays(day, -1))}
        >
          <ChevronLeft />
        </button>
        <div>
          <h1>{nightName(day)}</h1>
          <Loaded query={issued} skeleton={<small>&nbsp;</small>} errorText={words.loadFailed}>
            {(sheets) => <Status shown={shown} sheets={sheets} />}
          </Loaded>
        </div>
        <button
          type="button"
          className="quiet icon-only"
          aria-label={words.after}
          disabled={day >= today}
          onClick={() => open(plusDays(day, 1))}
        >
          <ChevronRight />
        </button>
      </header>
      {(issued.data?.length ?? 0) > 0 && <Versions day={day} shown={shown} sheets={issued.data ?? []} />}
      {(issued.data || issued.isError) && <Shown shown={shown} day={day} onIssued={open} />}
      <button type="button" className="secondary sheet-check" onClick={() => setChecks(true)}>
        {words.check}
      </button>
      {checks && (
        <Suspense>
          <CheckSheet onClose={() => setChecks(false)} />
        </Suspense>
      )}
    </>
  );
}

/** `T-20261120-1 · issued 3:12 AM by Musa`, or that it is provisional. */
function Status({ shown, sheets }: { shown: string; sheets: IssuedSheet[] }) {
  const sheet = sheets.find(({ number }) => number === shown);
  return (
    <small>{sheet ? words.issued(sheet.number, sheet.issuedAt, sheet.issuedBy) : words.provisional}</small>
  );
}

/** The night as it stands, and each sheet that was issued of it. */
function Versions({ day, shown, sheets }: { day: string; shown: string; sheets: IssuedSheet[] }) {
  const link = (key: string, label: string, address = key) => (
    <Link key={key} href={`/truth/${address}`} aria-current={shown === key ? 'page' : undefined}>
      {label}
    </Link>
  );
  return (
    <nav className="scroller staff-tabs" aria-label={words.versions}>
      {sheets.map(({ number }) => link(number, number))}
      {link(day, words.provisional, asItStands(day))}
    </nav>
  );
}

function Shown({ shown, day, onIssued }: { shown: string; day: string; onIssued: (number: string) => void }) {
  const query = useGet(sheetUrl(shown));
  return (
    <Loaded query={query} errorText={words.loadFailed} skeleton={<Skeleton count={3} height="9rem" />}>
      {(sheet: Sheet) => (
        <>
          {isEmpty(sheet) ? <Empty text={words.empty} icon={ScrollText} /> : <Parts sheet={sheet} />}
          {sheet.checkCode && (
            <p className="sheet-code">
              {words.code}: <b>{sheet.checkCode}</b>
            </p>
          )}
          <SheetActions key={shown} sheet={sheet} day={day} onIssued={onIssued} />
        </>
      )}
    </Loaded>
  );
}

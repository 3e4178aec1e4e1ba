/** The first page of admins and managers: the night as it runs; below it, for admins, the users and the first steps of a new bar. */
import { ArrowLeftRight, History, type LucideIcon, ScrollText, Settings, Wallet } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import { useBusinessDay } from '../../api/useBusinessDay';
import { formatDate, formatTime } from '../../lib/format';
import { useMinutes } from '../../lib/render/useMinutes';
import { useTitle } from '../../lib/useTitle';
import { ClockQuestion } from '../../parts/clock/ClockQuestion';
import { plusDays, weekdayOf } from '../../parts/nights/nights';
import { Skeleton } from '../../ui/feedback/States';
import { words } from './strings';
import { words as tonightWords } from './tonight/strings';
import { UsersPart } from './users/UsersPart';
import './admin.css';

const MORE: readonly { href: string; label: string; icon: LucideIcon }[] = [
  { href: '/exchange-rate', label: words.exchangeRate, icon: ArrowLeftRight },
  { href: '/settings', label: words.settings, icon: Settings },
  { href: '/audit', label: words.audit, icon: History },
];
const FirstSteps = lazy(() => import('./FirstSteps'));
const Tonight = lazy(() => import('./tonight/Tonight'));

/** What was billed and is not paid. */
const UNPAID = at('/api/bills', { state: 'unpaid' });
/** Where the bar has tills. */
const SHIFTS = { href: '/shifts', label: words.shifts, icon: Wallet };
/** Until the night is there. */
const NIGHT = <Skeleton count={3} height="12rem" />;
/** Without settings, the hour of a new bar. */
const BEGINS = 5;

export default function AdminScreen() {
  useTitle(words.title);
  const [path] = useLocation();
  const isAdmin = useSession().user?.role === 'admin';
  // `?show=users`: the users alone.
  const alone = isAdmin && new URLSearchParams(useSearch()).get('show') === 'users';
  const day = useBusinessDay();
  const settings = useGet('/api/settings', { enabled: isAdmin }).data;
  const begins = settings ? Number.parseInt(settings.dayStartsAt, 10) : BEGINS;
  const now = useMinutes();

  return (
    <>
      <header className="page-head home-head">
        <hgroup>
          <h1>{alone ? words.title : tonightWords.title}</h1>
          {day && !alone && <small>{`${weekdayOf(day)}, ${formatDate(day)}`}</small>}
        </hgroup>
        {!alone && (
          <small className="now" role="status">
            {tonightWords.now(formatTime(new Date(now).toISOString()))}
          </small>
        )}
        <nav className="segmented views" aria-label={tonightWords.page}>
          <Link href={path} aria-current={alone ? undefined : 'page'}>
            {tonightWords.title}
          </Link>
          {day && <Link href={`/truth/${plusDays(day, -1)}`}>{tonightWords.lastNight}</Link>}
          {isAdmin && (
            <Link href={`${path}?show=users`} aria-current={alone ? 'page' : undefined}>
              {tonightWords.users}
            </Link>
          )}
        </nav>
      </header>
      {isAdmin && <More />}
      <ClockQuestion />
      {!alone && (
        <>
          <Suspense fallback={null}>{isAdmin && <FirstSteps />}</Suspense>
          <Suspense fallback={NIGHT}>{day ? <Tonight day={day} begins={begins} /> : NIGHT}</Suspense>
        </>
      )}
      {isAdmin && <UsersPart alone={alone} />}
    </>
  );
}

/** The other screens of admins. */
function More() {
  const hasTills = (useGet('/api/cash/setup').data?.mode ?? 'off') !== 'off';
  const unpaid = useGet(UNPAID).data?.length ?? 0;
  const links = [
    ...(unpaid > 0 ? [{ href: '/bills', label: words.unpaid(unpaid), icon: ScrollText }] : []),
    ...MORE,
    ...(hasTills ? [SHIFTS] : []),
  ];
  return (
    <nav className="scroller" aria-label={words.more}>
      {links.map(({ href, label, icon: Icon }) => (
        <Link key={href} href={href} className="action">
          <Icon />
          {label}
        </Link>
      ))}
    </nav>
  );
}

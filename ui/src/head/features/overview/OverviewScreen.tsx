/** All bars on one page: alerts, the figures of all together, and a card per bar. */
import { Store } from 'lucide-react';
import { Link } from 'wouter';
import { formatDate, formatTime } from '../../../lib/format';
import { useMedia } from '../../../lib/render/useMedia';
import { useTitle } from '../../../lib/useTitle';
import { Notice } from '../../../ui/feedback/Notice';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { csvUrl, type Period } from '../../api/calls';
import { useOverview, useReport } from '../../api/reports';
import { isOwner } from '../../api/session';
import type { Overview } from '../../api/types';
import { barsInOrder } from '../../lib/bars';
import { comparedWith } from '../../lib/period';
import { Alerts } from '../../parts/Alerts';
import { PeriodFields } from '../../parts/PeriodFields';
import { ReportTools } from '../../parts/ReportTools';
import { words as partWords } from '../../parts/strings';
import { Totals } from '../../parts/Totals';
import { usePeriod } from '../../parts/usePeriod';
import { BarCard } from './BarCard';
import { longest, revenueByHour } from './plots';
import { words } from './strings';

/** From this width on a bar's card has room for its hours. */
const HOURS_FIT = '(min-width: 70rem)';

export default function OverviewScreen() {
  useTitle(words.title);
  const [period, setPeriod] = usePeriod();
  const overview = useOverview({ period });
  const { data, dataUpdatedAt } = overview;
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{words.title}</h1>
          {data && (
            <small>
              {words.range(formatDate(data.from), formatDate(data.to))} ·{' '}
              {formatTime(new Date(dataUpdatedAt).toISOString())}
            </small>
          )}
        </div>
        <ReportTools csv={csvUrl('days', { period })} />
      </header>
      <PeriodFields period={period} onPeriod={setPeriod} />
      <Loaded query={overview} errorText={partWords.loadFailed} skeleton={<Loading />}>
        {(loaded) => <Bars overview={loaded} period={period} />}
      </Loaded>
    </>
  );
}

function Loading() {
  return (
    <>
      <Skeleton count={1} height="14rem" />
      <Skeleton count={3} height="9rem" />
    </>
  );
}

function Bars({ overview, period }: { overview: Overview; period: Period }) {
  const wide = useMedia(HOURS_FIT);
  const hours = useReport('hours', { period }, wide && overview.bars.length > 0).data;
  if (overview.bars.length === 0) {
    return (
      <Empty icon={Store} text={words.none}>
        {isOwner() && (
          <Link href="/add" className="action">
            {words.add}
          </Link>
        )}
      </Empty>
    );
  }
  const byHour = revenueByHour(hours?.rows ?? []);
  const most = longest(overview.bars);
  const missing = overview.bars.filter(({ bar }) => overview.missing.includes(bar)).map(({ name }) => name);
  return (
    <>
      <Alerts alerts={overview.alerts} />
      <Totals figures={overview.total} period={period} />
      {missing.length > 0 && <Notice kind="warning">{words.without(missing.join(', '))}</Notice>}
      <div className="bar-cards-head">
        <h2>{words.byBar}</h2>
        <Legend period={period} />
      </div>
      <ul className="bar-cards">
        {barsInOrder(overview.bars).map((bar) => (
          <BarCard key={bar.bar} bar={bar} period={period} most={most} hours={wide ? byHour : null} />
        ))}
      </ul>
    </>
  );
}

function Legend({ period }: { period: Period }) {
  const than = comparedWith(period);
  return (
    <span className="legend" aria-hidden="true">
      <span>
        <i className="key" />
        {typeof period === 'string' ? words.thisPeriod[period] : words.dates}
      </span>
      {than && (
        <span>
          <i className="key tick" />
          {words.last[than]}
        </span>
      )}
    </span>
  );
}

/** What was sold so far, beside what is usual on this weekday. */

import type { Schemas } from '../../../api/calls';
import { at } from '../../../api/calls';
import { useGet } from '../../../api/http/query';
import { formatAge } from '../../../lib/age';
import { APPROX, formatMoney, formatTime, formatTotal } from '../../../lib/format';
import { type Cents, fromServer } from '../../../lib/money/money';
import { useMinutes } from '../../../lib/render/useMinutes';
import { weekdayOf } from '../../../parts/nights/nights';
import { Figure } from '../../../ui/Figure';
import type { Pace } from './figures';
import { words } from './strings';

const NEWEST = at('/api/receipts', { limit: 1 });

interface HeadlineProps {
  day: string;
  report: Schemas['SalesReport'];
  pace: Pace | null;
}

export function Headline({ day, report, pace }: HeadlineProps) {
  const { totalRevenue, netLRD, taxLRD, totalSales } = report.overallSummary;
  const sold = fromServer(totalRevenue);
  return (
    <section className="card stack wide" aria-label={words.sold}>
      <div className="headline">
        <Figure name={words.sold} value={formatMoney(sold, 'USD')}>
          {APPROX + formatTotal(fromServer(netLRD) + fromServer(taxLRD), 'LRD')}
        </Figure>
        <Figure name={words.receipts} value={String(totalSales)}>
          {pace?.now ? words.usually(pace.receipts) : null}
        </Figure>
        <Figure
          name={words.average}
          value={totalSales === 0 ? '–' : formatMoney(Math.round(sold / totalSales), 'USD')}
        >
          {pace && words.usually(formatMoney(pace.average, 'USD'))}
        </Figure>
        <LastSale any={totalSales > 0} />
      </div>
      {pace ? (
        <Versus sold={sold} pace={pace} weekday={weekdayOf(day)} />
      ) : (
        <small>{words.noPace(weekdayOf(day))}</small>
      )}
    </section>
  );
}

function LastSale({ any }: { any: boolean }) {
  const now = useMinutes();
  const [newest] = useGet(NEWEST, { enabled: any }).data ?? [];
  if (!any || !newest) return <Figure name={words.lastSale} value="–" />;
  const age = formatAge(Math.max(0, now - Date.parse(newest.createdAt)) / 1000);
  return (
    <Figure name={words.lastSale} value={formatTime(newest.createdAt)}>
      {age}
    </Figure>
  );
}

/** The bar is tonight, the tick what is usual now, its end a usual night. */
function Versus({ sold, pace, weekday }: { sold: Cents; pace: Pace; weekday: string }) {
  const end = Math.max(pace.whole, sold, 1);
  const share = (cents: Cents) => `${Math.round((cents / end) * 1000) / 10}%`;
  const usual = formatMoney(pace.now, 'USD');
  return (
    <div className="stack tight">
      <svg className="plot" aria-hidden="true">
        <rect className="track" width="100%" height="100%" rx="4" />
        <rect className="bar" width={share(sold)} height="100%" rx="4" />
        <line className="tick" x1={share(pace.now)} x2={share(pace.now)} y1="-4" y2="24" />
      </svg>
      {pace.percent !== null && (
        <p className="versus">
          <Compared percent={pace.percent} weekday={weekday} usual={usual} />
        </p>
      )}
      <small>{words.ends(weekday, formatMoney(pace.whole, 'USD'))}</small>
    </div>
  );
}

function Compared({ percent, weekday, usual }: { percent: number; weekday: string; usual: string }) {
  if (percent === 0) {
    return (
      <>
        <b>{words.same}</b>
        {words.as(weekday, usual)}
      </>
    );
  }
  return (
    <>
      <b data-status={percent > 0 ? 'ok' : 'warning'}>
        {percent > 0 ? words.more(percent) : words.less(-percent)}
      </b>
      {words.than(weekday, usual)}
    </>
  );
}

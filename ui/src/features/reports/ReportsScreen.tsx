/**
 * Sales Reports screen: for the chosen dates the headline, the takings and the hours; folded below them, what the bar gave away, and the
 * sales by currency, category, product, day and user.
 */
import { keepPreviousData } from '@tanstack/react-query';
import { Percent, Wallet } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Link } from 'wouter';
import { useBox } from '../../api/box';
import { refresh, useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import { useBusinessDay } from '../../api/useBusinessDay';
import { deviceDate } from '../../lib/format';
import { useTitle } from '../../lib/useTitle';
import { RangeFields } from '../../parts/range/RangeFields';
import {
  type DateRange,
  DEFAULT_PRESET,
  type Preset,
  presetRange,
  rangeError,
} from '../../parts/range/range';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { Accounts } from './Accounts';
import { Categories, Days } from './Breakdown';
import { Headline } from './Headline';
import { Hours } from './hours/Hours';
import { Less } from './Less';
import { PrintReport } from './PrintReport';
import { Products } from './Products';
import { RecentSales } from './RecentSales';
import { reportUrl } from './range';
import { words } from './strings';
import { Takings, TakingsByCurrency } from './takings/Takings';
import { useUsual } from './useUsual';
import './reports.css';

const SIDE = { '--side': '28.75rem' } as CSSProperties;

/** A preset follows the bar's day; dates stay. */
type Dates = Preset | DateRange;

const rangeOf = (dates: Dates, today: string) =>
  typeof dates === 'string' ? presetRange(dates, today) : dates;

export default function ReportsScreen() {
  useTitle(words.title);
  const today = useBusinessDay();
  const hasTills = (useGet('/api/cash/setup').data?.mode ?? 'off') !== 'off';
  const isAdmin = useSession().user?.role === 'admin';
  const hasTax = Boolean(useBox()?.tax) && isAdmin;
  const [chosen, setChosen] = useState<Dates>(DEFAULT_PRESET);
  // The dates chosen last that are valid: what the parts show.
  const [valid, setValid] = useState<Dates>(DEFAULT_PRESET);
  const shown = rangeOf(chosen, today ?? deviceDate());
  // The other parts wait for the bar's day. The report need not: the default is the server's, too.
  const range = typeof valid === 'string' && today === null ? null : rangeOf(valid, today ?? '');
  const report = useGet(reportUrl(valid === DEFAULT_PRESET ? null : range), {
    placeholderData: keepPreviousData,
  });
  const usual = useUsual(range, today);

  function choose(next: Dates) {
    setChosen(next);
    if (typeof next !== 'string' && rangeError(next)) return;
    setValid(next);
    // The day may have ended while this screen was open.
    if (typeof next === 'string') void refresh('/api/sales/analytics');
  }

  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        {hasTills && (
          <Link href="/shifts" className="action small">
            <Wallet />
            {words.shifts}
          </Link>
        )}
        {hasTax && (
          <Link href="/reports/tax" className="action small">
            <Percent />
            {words.tax}
          </Link>
        )}
        <PrintReport range={range ?? shown} />
      </header>
      <RangeFields
        range={shown}
        preset={typeof chosen === 'string' ? chosen : null}
        error={rangeError(shown)}
        onRange={choose}
        onPreset={choose}
      />
      <Loaded query={report} errorText={words.reportFailed} skeleton={<Skeleton count={3} height="12rem" />}>
        {(data) => (
          <div className="with-side reports" style={SIDE}>
            <div className="stack">
              <Headline sums={data.overallSummary} usual={usual} />
              <Hours report={data} range={range} usual={usual} />
            </div>
            <div className="stack">
              <Takings report={data} range={range} />
              <div className="card folds">
                <Less range={range} />
                <TakingsByCurrency report={data} range={range} />
                <Categories report={data} range={range} />
                <Products range={range} />
                <Days report={data} range={range} />
                <Accounts range={range} />
                <RecentSales range={range} />
              </div>
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

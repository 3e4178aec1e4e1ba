/** Sales Reports screen: period summary, takings, sales by user and customer, recent sales. */
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useGet } from '../../api/http/query';
import { useBusinessDay } from '../../api/useBusinessDay';
import { deviceDate } from '../../lib/format';
import { useTitle } from '../../lib/useTitle';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { Accounts } from './Accounts';
import { Breakdown } from './Breakdown';
import { PeriodStats } from './PeriodStats';
import { PrintReport } from './PrintReport';
import { RangeFields } from './RangeFields';
import { RecentSales } from './RecentSales';
import { type DateRange, defaultRange, rangeError, reportUrl } from './range';
import { words } from './strings';
import '../../styles/screens/reports.css';

export default function ReportsScreen() {
  useTitle(words.title);
  const today = useBusinessDay() ?? deviceDate();
  // Null until a day is chosen: the default follows the bar's day.
  const [chosen, setChosen] = useState<DateRange | null>(null);
  const [valid, setValid] = useState<DateRange | null>(null);
  const report = useGet(reportUrl(valid), { placeholderData: keepPreviousData });
  const range = chosen ?? defaultRange(today);

  function choose(next: DateRange) {
    setChosen(next);
    if (!rangeError(next)) setValid(next);
  }

  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <RangeFields range={range} error={rangeError(range)} onRange={choose} />
        <PrintReport range={valid ?? defaultRange(today)} />
      </header>
      <Loaded query={report} errorText={words.reportFailed} skeleton={<Skeleton count={2} />}>
        {(data) => <PeriodStats sums={data.overallSummary} />}
      </Loaded>
      <div className="with-side">
        <div className="stack">
          <Accounts range={valid} />
          {report.data && <Breakdown report={report.data} />}
        </div>
        <RecentSales />
      </div>
    </>
  );
}

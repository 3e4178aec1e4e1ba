/** The shifts of all bars, and which of them were short or over. */
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTitle } from '../../../lib/useTitle';
import { Notice } from '../../../ui/feedback/Notice';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { Choices } from '../../../ui/form/Choices';
import { csvUrl, ROWS_MAX } from '../../api/calls';
import { useReport } from '../../api/reports';
import type { ShiftLine } from '../../api/types';
import { isOver, isShort } from '../../lib/figures';
import { BarFilter } from '../../parts/BarFilter';
import { PeriodFields } from '../../parts/PeriodFields';
import { ReportTools } from '../../parts/ReportTools';
import { ShiftRow } from '../../parts/ShiftRow';
import { words as partWords } from '../../parts/strings';
import { useBarName } from '../../parts/useBars';
import { usePeriod } from '../../parts/usePeriod';
import { words } from './strings';

const SHOWN = {
  all: () => true,
  short: ({ overShortUSD, overShortLRD }: ShiftLine) => isShort(overShortUSD, overShortLRD),
  over: ({ overShortUSD, overShortLRD }: ShiftLine) => isOver(overShortUSD, overShortLRD),
};
type Show = keyof typeof SHOWN;
const SHOWS = Object.keys(SHOWN) as Show[];

export default function ShiftsScreen() {
  useTitle(words.title);
  const [period, setPeriod] = usePeriod();
  const [bar, setBar] = useState('');
  const [show, setShow] = useState<Show>('all');
  const nameOf = useBarName();
  const shifts = useReport('shifts', { period, bar, limit: ROWS_MAX });
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <ReportTools csv={csvUrl('shifts', { period, bar })} />
      </header>
      <PeriodFields period={period} onPeriod={setPeriod} />
      <div className="filters">
        <BarFilter bar={bar} onBar={setBar} />
        <Choices
          label={words.show}
          kind="segmented"
          value={show}
          options={SHOWS.map((value) => ({ value, label: words[value] }))}
          onValue={setShow}
        />
      </div>
      <Loaded query={shifts} errorText={partWords.loadFailed} skeleton={<Skeleton count={5} height="4rem" />}>
        {({ rows }) => {
          const shown = rows.filter(SHOWN[show]);
          if (shown.length === 0) return <Empty icon={Wallet} text={words.none} />;
          return (
            <section className="card" aria-label={words.title}>
              {rows.length >= ROWS_MAX && <Notice kind="warning">{words.cut(rows.length)}</Notice>}
              <ul className="list">
                {shown.map((shift) => (
                  <ShiftRow
                    key={`${shift.bar} ${shift.tillName} ${shift.openedAt}`}
                    shift={shift}
                    barName={nameOf(shift.bar)}
                  />
                ))}
              </ul>
            </section>
          );
        }}
      </Loaded>
    </>
  );
}

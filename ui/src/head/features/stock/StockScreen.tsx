/** What is low or out in all bars. */
import { Package } from 'lucide-react';
import { useState } from 'react';
import { useTitle } from '../../../lib/useTitle';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { Choices } from '../../../ui/form/Choices';
import { csvUrl } from '../../api/calls';
import { useReport } from '../../api/reports';
import { BarFilter } from '../../parts/BarFilter';
import { ReportTools } from '../../parts/ReportTools';
import { StockRow } from '../../parts/StockRow';
import { words as partWords } from '../../parts/strings';
import { useBarName } from '../../parts/useBars';
import { words } from './strings';

const SHOWS = ['all', 'out', 'low'] as const;
type Show = (typeof SHOWS)[number];

export default function StockScreen() {
  useTitle(words.title);
  const [bar, setBar] = useState('');
  const [show, setShow] = useState<Show>('all');
  const nameOf = useBarName();
  const selection = { period: 'tonight', bar } as const;
  const stock = useReport('stock', selection);
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <ReportTools csv={csvUrl('stock', selection)} />
      </header>
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
      <Loaded
        query={stock}
        errorText={partWords.loadFailed}
        skeleton={<Skeleton count={6} height="3.5rem" />}
      >
        {({ rows }) => {
          const shown = rows.filter(({ state }) => show === 'all' || state === show);
          if (shown.length === 0) return <Empty icon={Package} text={words.none} />;
          return (
            <section className="card" aria-label={words.title}>
              <ul className="list">
                {shown.map((line) => (
                  <StockRow key={`${line.bar} ${line.productName}`} line={line} barName={nameOf(line.bar)} />
                ))}
              </ul>
            </section>
          );
        }}
      </Loaded>
    </>
  );
}

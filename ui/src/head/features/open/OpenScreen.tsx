/** The open orders and tabs of all bars. */
import { NotebookText } from 'lucide-react';
import { useState } from 'react';
import { useTitle } from '../../../lib/useTitle';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { Choices } from '../../../ui/form/Choices';
import { csvUrl } from '../../api/calls';
import { useReport } from '../../api/reports';
import { BarFilter } from '../../parts/BarFilter';
import { OpenRow } from '../../parts/OpenRow';
import { ReportTools } from '../../parts/ReportTools';
import { words as partWords } from '../../parts/strings';
import { useBarName } from '../../parts/useBars';
import { words } from './strings';

const SHOWS = ['all', 'tab', 'order'] as const;
type Show = (typeof SHOWS)[number];

export default function OpenScreen() {
  useTitle(words.title);
  const [bar, setBar] = useState('');
  const [show, setShow] = useState<Show>('all');
  const nameOf = useBarName();
  const selection = { period: 'tonight', bar } as const;
  const open = useReport('open', selection);
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <ReportTools csv={csvUrl('open', selection)} />
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
      <Loaded query={open} errorText={partWords.loadFailed} skeleton={<Skeleton count={5} height="4rem" />}>
        {({ rows }) => {
          const shown = rows.filter(({ kind }) => show === 'all' || kind === show);
          if (shown.length === 0) return <Empty icon={NotebookText} text={words.none} />;
          return (
            <section className="card" aria-label={words.title}>
              <ul className="list">
                {shown.map((line, at) => (
                  <OpenRow key={at} line={line} barName={nameOf(line.bar)} />
                ))}
              </ul>
            </section>
          );
        }}
      </Loaded>
    </>
  );
}

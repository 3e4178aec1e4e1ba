/** A list of what all bars have now, of one bar or all, and of one kind or all. */
import { type ReactNode, useState } from 'react';
import { useTitle } from '../../lib/useTitle';
import { Empty, Loaded } from '../../ui/feedback/States';
import { Choices } from '../../ui/form/Choices';
import { csvUrl } from '../api/calls';
import { useReport } from '../api/reports';
import type { Reports } from '../api/types';
import { BarFilter } from './BarFilter';
import { ReportTools } from './ReportTools';
import { words as partWords } from './strings';
import { useBarName } from './useBars';

type Name = 'open' | 'stock';
type Row<Report extends Name> = Reports[Report]['rows'][number];

interface ChainListProps<Report extends Name, Kind extends string> {
  report: Report;
  words: Record<Kind | 'all' | 'title' | 'show' | 'none', string>;
  kinds: readonly Kind[];
  kindOf: (line: Row<Report>) => string;
  icon: Parameters<typeof Empty>[0]['icon'];
  skeleton: ReactNode;
  row: (line: Row<Report>, at: number, barName: string) => ReactNode;
}

export function ChainList<Report extends Name, Kind extends string>(props: ChainListProps<Report, Kind>) {
  const { report, words, kinds, kindOf, icon, skeleton, row } = props;
  useTitle(words.title);
  const [bar, setBar] = useState('');
  const [show, setShow] = useState<Kind | 'all'>('all');
  const nameOf = useBarName();
  const selection = { period: 'tonight', bar } as const;
  const lines = useReport(report, selection);
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <ReportTools csv={csvUrl(report, selection)} />
      </header>
      <div className="filters">
        <BarFilter bar={bar} onBar={setBar} />
        <Choices
          label={words.show}
          kind="segmented"
          value={show}
          options={(['all', ...kinds] as const).map((value) => ({ value, label: words[value] }))}
          onValue={setShow}
        />
      </div>
      <Loaded query={lines} errorText={partWords.loadFailed} skeleton={skeleton}>
        {({ rows }) => {
          const shown = rows.filter((line) => show === 'all' || kindOf(line) === show);
          if (shown.length === 0) return <Empty icon={icon} text={words.none} />;
          return (
            <section className="card" aria-label={words.title}>
              <ul className="list">{shown.map((line, at) => row(line, at, nameOf(line.bar)))}</ul>
            </section>
          );
        }}
      </Loaded>
    </>
  );
}

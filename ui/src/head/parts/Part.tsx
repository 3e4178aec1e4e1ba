/** A part of a page with figures: its title, its CSV, and what it shows once it is loaded. */
import { type ReactNode, useId } from 'react';
import { Empty, Loaded, type Readable, Skeleton } from '../../ui/feedback/States';
import { CsvButton } from './ReportTools';
import { words } from './strings';

interface PartProps<Line> {
  title: string;
  csv: string;
  query: Readable<{ rows: Line[] }>;
  /** Shown where there are no rows. */
  empty: string;
  children: (rows: Line[]) => ReactNode;
}

export function Part<Line>({ title, csv, query, empty, children }: PartProps<Line>) {
  const titleId = useId();
  return (
    <section className="card stack tight" aria-labelledby={titleId}>
      <div className="split">
        <h2 id={titleId}>{title}</h2>
        <CsvButton url={csv} of={title} />
      </div>
      <Loaded query={query} errorText={words.loadFailed} skeleton={<Skeleton count={2} height="3.5rem" />}>
        {({ rows }) => (rows.length === 0 ? <Empty text={empty} /> : children(rows))}
      </Loaded>
    </section>
  );
}

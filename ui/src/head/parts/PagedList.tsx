/** A long list with its older pages. */
import type { ReactNode } from 'react';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/feedback/Alert';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import type { Pages } from '../api/pages';
import { words } from './strings';

interface PagedListProps<Row> {
  query: Pages<Row>;
  label: string;
  errorText: string;
  /** Shown where there is nothing at all. */
  empty: ReactNode;
  /** Shown below the oldest row. */
  end?: string;
  row: (row: Row) => ReactNode;
}

export function PagedList<Row>({ query, label, errorText, empty, end, row }: PagedListProps<Row>) {
  return (
    <Loaded query={query} errorText={errorText} skeleton={<Skeleton count={8} height="3.5rem" />}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows);
        if (rows.length === 0 && !query.hasNextPage) return empty;
        return (
          <section className="card stack" aria-label={label}>
            <ul className="list">{rows.map(row)}</ul>
            {query.isFetchNextPageError && <Alert>{errorText}</Alert>}
            {query.hasNextPage ? (
              <ActionButton
                type="button"
                className="secondary wide"
                pending={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {words.older}
              </ActionButton>
            ) : (
              end && <small>{end}</small>
            )}
          </section>
        );
      }}
    </Loaded>
  );
}

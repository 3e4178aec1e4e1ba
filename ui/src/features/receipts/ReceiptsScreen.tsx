/** Digital Receipts screen: stat cards, search and list. */
import { useMemo, useState } from 'react';
import { boxStore } from '../../api/box';
import type { Receipt } from '../../api/types';
import { useBusinessDay } from '../../api/useBusinessDay';
import { formatCount } from '../../lib/format';
import { createSearchIndex } from '../../lib/search';
import { useTitle } from '../../lib/useTitle';
import { phoneTexts } from '../../parts/customers/phoneTexts';
import { OwnWorkNote } from '../../parts/own/OwnWorkNote';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { SearchField } from '../../ui/form/SearchField';
import { OlderRows } from '../../ui/OlderRows';
import { figuresOf } from './figures';
import { ReceiptList } from './ReceiptList';
import { ReceiptStats } from './ReceiptStats';
import { countOf, type Filters, mistakesOf, NO_FILTERS, queryOf } from './search/filters';
import { ReceiptFilters } from './search/ReceiptFilters';
import { useServerSearch } from './search/useServerSearch';
import { words } from './strings';
import { useReceipts } from './useReceipts';

export default function ReceiptsScreen() {
  useTitle(words.title);
  const [query, setQuery] = useState('');
  const [filters, setFilters] = useState<Filters>(NO_FILTERS);
  const { newest, receipts, complete, more } = useReceipts();
  const today = useBusinessDay();
  const index = useMemo(
    () =>
      createSearchIndex(receipts, (receipt) => [
        receipt.receiptNumber,
        receipt.customerName,
        ...phoneTexts(receipt.customerPhone, boxStore.get()?.phoneCountry),
      ]),
    [receipts],
  );
  // What is no amount or no time is not searched: its field says so, and the list stays.
  const usable = Object.keys(mistakesOf(filters)).length === 0;
  const filtered = usable && countOf(filters) > 0;
  const further = useServerSearch(usable ? queryOf(filters, query) : {});
  // The phone's own list is searched at once, but holds neither items nor sellers.
  const here = filtered ? [] : index.find(query);
  const all = complete && newest.data && today ? figuresOf(receipts, today) : null;
  const searching = further.more && further.rows.length === 0;
  const found = all && !searching ? { ...figuresOf(further.rows, today ?? ''), today: all.today } : null;

  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        {all && (
          <span className="count">
            {formatCount(all.count)}
            {more && '+'}
            <span className="sr-only"> {words.totalReceipts}</span>
          </span>
        )}
      </header>
      <Loaded query={newest} errorText={words.listFailed} skeleton={<ReceiptsSkeleton />}>
        {() => (
          <>
            <OwnWorkNote />
            <ReceiptStats figures={filtered ? found : all} more={filtered ? further.more : more} />
            <section className="stack">
              <SearchField
                label={words.search}
                placeholder={words.searchHint}
                value={query}
                onValue={setQuery}
              />
              <ReceiptFilters filters={filters} today={today} onFilters={setFilters} />
              <ReceiptList
                receipts={merge(here, further.rows)}
                query={filtered || query.trim() ? `${query.trim()} ${JSON.stringify(filters)}` : ''}
                unfinished={further.more}
                onShowAll={() => {
                  setQuery('');
                  setFilters(NO_FILTERS);
                }}
              />
              <OlderRows {...further} words={words.further} />
            </section>
          </>
        )}
      </Loaded>
    </>
  );
}

function ReceiptsSkeleton() {
  return (
    <>
      <ReceiptStats figures={null} more={false} />
      <Skeleton count={6} height="3.5rem" />
    </>
  );
}

function merge(here: Receipt[], further: readonly Receipt[]): Receipt[] {
  if (further.length === 0) return here;
  const ids = new Set(here.map((receipt) => receipt.id));
  return [...here, ...further.filter((receipt) => !ids.has(receipt.id))].sort(
    (one, other) => other.id - one.id,
  );
}

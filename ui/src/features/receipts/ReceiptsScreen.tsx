/** Digital Receipts screen: stat cards, search and list. */
import { useMemo, useState } from 'react';
import type { Receipt } from '../../api/types';
import { useBusinessDay } from '../../api/useBusinessDay';
import { formatCount } from '../../lib/format';
import { createSearchIndex, phoneTexts } from '../../lib/search';
import { useTitle } from '../../lib/useTitle';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { SearchField } from '../../ui/form/SearchField';
import { OlderRows } from '../../ui/OlderRows';
import { figuresOf } from './figures';
import { ReceiptList } from './ReceiptList';
import { ReceiptStats } from './ReceiptStats';
import { words } from './strings';
import { useReceipts } from './useReceipts';
import { useServerSearch } from './useServerSearch';

export default function ReceiptsScreen() {
  useTitle(words.title);
  const [query, setQuery] = useState('');
  const { newest, receipts, complete, more } = useReceipts();
  const today = useBusinessDay();
  const figures = complete && newest.data && today ? figuresOf(receipts, today) : null;
  const index = useMemo(
    () =>
      createSearchIndex(receipts, (receipt) => [
        receipt.receiptNumber,
        receipt.customerName,
        ...phoneTexts(receipt.customerPhone),
      ]),
    [receipts],
  );
  const further = useServerSearch(query, more || !complete);

  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        {figures && (
          <span className="count">
            {formatCount(figures.count)}
            {more && '+'}
            <span className="sr-only"> {words.totalReceipts}</span>
          </span>
        )}
      </header>
      <Loaded query={newest} errorText={words.listFailed} skeleton={<ReceiptsSkeleton />}>
        {() => (
          <>
            <ReceiptStats figures={figures} more={more} />
            <section className="stack">
              <SearchField
                label={words.search}
                placeholder={words.searchHint}
                value={query}
                onValue={setQuery}
              />
              <ReceiptList
                receipts={merge(index.find(query), further.rows)}
                query={query.trim()}
                unfinished={further.more}
                onShowAll={() => setQuery('')}
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

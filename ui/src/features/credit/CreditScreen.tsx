/** Credit & Tabs: what was given out to be paid later, by customer. */
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useGet } from '../../api/query';
import type { CreditItem, Tab } from '../../api/types';
import { useTitle } from '../../lib/useTitle';
import { Choices } from '../../ui/Choices';
import { Loaded, Skeleton } from '../../ui/States';
import { AddCreditDialog } from './AddCreditDialog';
import { CreditList } from './CreditList';
import { HISTORY, TABS } from './calls';
import { customersOf, type Filter } from './customers';
import { CustomerSummary, SummaryCards } from './Summary';
import { FILTERS, words } from './strings';

export default function CreditScreen() {
  useTitle(words.title);
  const credit = useGet<CreditItem[]>(HISTORY);
  const tabs = useGet<Tab[]>(TABS);
  const [adding, setAdding] = useState(false);
  const [filter, setFilter] = useState<Filter>('active');
  const [query, setQuery] = useState('');
  const customers = useMemo(() => customersOf(credit.data ?? []), [credit.data]);
  const known = {
    data: credit.data && tabs.data,
    isError: credit.isError || tabs.isError,
    refetch: () => Promise.all([credit.refetch(), tabs.refetch()]),
  };
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <button type="button" className="docked" onClick={() => setAdding(true)}>
          <Plus />
          {words.add}
        </button>
      </header>
      <Loaded query={known} errorText={words.loadFailed} skeleton={<Skeleton count={5} />}>
        {() => (
          <>
            <SummaryCards items={credit.data ?? []} tabs={tabs.data ?? []} />
            <div className="with-side">
              <section className="stack">
                <h2 className="sr-only">{words.list}</h2>
                <input
                  type="search"
                  aria-label={words.search}
                  placeholder={words.searchHint}
                  autoComplete="off"
                  value={query}
                  onInput={(event) => setQuery(event.currentTarget.value)}
                />
                <Choices<Filter> label={words.show} value={filter} onValue={setFilter} options={FILTERS} />
                <CreditList
                  items={credit.data ?? []}
                  tabs={tabs.data ?? []}
                  filter={filter}
                  query={query}
                  onShowAll={() => setQuery('')}
                />
              </section>
              <CustomerSummary tabs={tabs.data ?? []} />
            </div>
          </>
        )}
      </Loaded>
      {adding && <AddCreditDialog customers={customers} onClose={() => setAdding(false)} />}
    </>
  );
}

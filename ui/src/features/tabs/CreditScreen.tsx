/** Credit & Tabs: unpaid and paid credit, by customer. */
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useGet } from '../../api/http/query';
import { useTitle } from '../../lib/useTitle';
import { customersOf } from '../../parts/customers/customers';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { Choices } from '../../ui/form/Choices';
import { SearchField } from '../../ui/form/SearchField';
import { OlderRows } from '../../ui/OlderRows';
import { AddCreditDialog } from './AddCreditDialog';
import { CreditList } from './CreditList';
import { TABS } from './calls';
import type { Filter } from './customers';
import { CustomerSummary, SummaryCards } from './Summary';
import { FILTERS, words } from './strings';
import { useCredit } from './useCredit';

export default function CreditScreen() {
  useTitle(words.title);
  const credit = useCredit();
  const tabs = useGet(TABS);
  const [adding, setAdding] = useState(false);
  const [filter, setFilter] = useState<Filter>('active');
  const [query, setQuery] = useState('');
  const customers = useMemo(() => customersOf(credit.items), [credit.items]);
  const known = {
    data: credit.newest.data && tabs.data,
    isError: credit.newest.isError || tabs.isError,
    refetch: () => Promise.all([credit.newest.refetch(), tabs.refetch()]),
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
            <SummaryCards items={credit.items} tabs={tabs.data ?? []} />
            <div className="with-side">
              <section className="stack">
                <h2 className="sr-only">{words.list}</h2>
                <SearchField
                  label={words.search}
                  placeholder={words.searchHint}
                  value={query}
                  onValue={setQuery}
                />
                <Choices<Filter> label={words.show} value={filter} onValue={setFilter} options={FILTERS} />
                <CreditList
                  items={credit.items}
                  tabs={tabs.data ?? []}
                  filter={filter}
                  query={query}
                  unfinished={filter !== 'active' && credit.older.more}
                  onShowAll={() => setQuery('')}
                />
                {filter !== 'active' && <OlderRows {...credit.older} words={words.further} />}
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

/** Customer Tabs screen: one card per customer who owes money or has paid recently. */
import { NotebookText, Plus } from 'lucide-react';
import { type CSSProperties, lazy, Suspense, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { useGet } from '../../api/http/query';
import type { Tab } from '../../api/types';
import { useAfterPaint } from '../../lib/render/useAfterPaint';
import { useIncremental } from '../../lib/render/useIncremental';
import { useTitle } from '../../lib/useTitle';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { Choices } from '../../ui/form/Choices';
import { TABS } from './calls';
import { FILTERS, words } from './strings';
import { TabCard } from './TabCard';
import { TabStats } from './TabStats';
import { type Filter, shownOf, withFirst } from './tabs';

/** Not needed to show the screen; fetched right after it is shown. */
const loadNewTab = () => import('./NewTabDialog');
const loadAddItems = () => import('./AddItemsDialog');
const loadPayment = () => import('./PaymentDialog');
const NewTabDialog = lazy(loadNewTab);
const AddItemsDialog = lazy(loadAddItems);
const PaymentDialog = lazy(loadPayment);

const CARDS = { '--min': '20rem' } as CSSProperties;

interface Opened {
  what: 'pay' | 'add';
  tab: Tab;
}

export default function TabsScreen() {
  useTitle(words.title);
  const tabs = useGet(TABS);
  const [filter, setFilter] = useState<Filter>('all');
  const [opening, setOpening] = useState(false);
  // The tab that an order's card leads to comes first.
  const wantedTab = new URLSearchParams(useSearch()).get('tab');
  const [opened, setOpened] = useState<Opened | null>(null);
  // The tab as the list has it now, or its last known state if it left the list.
  const tab = tabs.data?.find(({ customerId }) => customerId === opened?.tab.customerId) ?? opened?.tab;
  const close = () => setOpened(null);
  useEffect(() => {
    // If this fails, opening the dialog fetches it again.
    Promise.all([loadPayment(), loadNewTab(), loadAddItems(), import('./MarkPaidQuestion')]).catch(() => {});
  }, []);
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <button type="button" className="docked" onClick={() => setOpening(true)}>
          <Plus />
          {words.newTab}
        </button>
      </header>
      <Loaded query={tabs} errorText={words.loadFailed} skeleton={<Skeleton count={4} height="12rem" />}>
        {(list) => (
          <>
            <TabStats tabs={list} />
            <section className="stack">
              <h2 className="sr-only">{words.list}</h2>
              <Choices<Filter> label={words.show} value={filter} onValue={setFilter} options={FILTERS} />
              <Cards tabs={withFirst(list, wantedTab)} wanted={filter} onOpen={setOpened} />
            </section>
          </>
        )}
      </Loaded>
      <Suspense fallback={null}>
        {opening && <NewTabDialog onClose={() => setOpening(false)} />}
        {opened?.what === 'add' && tab && <AddItemsDialog tab={tab} onClose={close} />}
        {opened?.what === 'pay' && tab && <PaymentDialog tab={tab} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Cards drawn per step: they are tall, and this many fill any screen. */
const STEP = 12;

interface CardsProps {
  tabs: readonly Tab[];
  wanted: Filter;
  onOpen: (opened: Opened) => void;
}

function Cards({ tabs, wanted, onOpen }: CardsProps) {
  const filter = useAfterPaint(wanted);
  const shown = shownOf(tabs, filter);
  const { visible, more, sentinel } = useIncremental(shown, filter, STEP);
  if (shown.length === 0) return <Empty icon={NotebookText} text={words.none} />;
  return (
    <>
      <div className="tiles" style={CARDS}>
        {visible.map((tab) => (
          <TabCard
            key={tab.customerId}
            tab={tab}
            onPay={() => onOpen({ what: 'pay', tab })}
            onAdd={() => onOpen({ what: 'add', tab })}
          />
        ))}
      </div>
      {more && <div ref={sentinel} />}
    </>
  );
}

/** Drinks Service screen: quick drinks, tables and active orders. */
import { Plus } from 'lucide-react';
import { type CSSProperties, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useGet, useRate } from '../../api/http/query';
import { useSession } from '../../api/session';
import type { Product, Table } from '../../api/types';
import { useTitle } from '../../lib/useTitle';
import { useRanking } from '../../parts/picker/useRanking';
import { Badge } from '../../ui/Badge';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { ORDERS, PRODUCTS, TABLES } from './calls';
import { QuickDrinks } from './creation/QuickDrinks';
import { useDraft } from './creation/useDraft';
import { Orders } from './Orders';
import { isUnfinished, ordersAt } from './status';
import { orders as orderWords, tables as tableWords, words } from './strings';
import { Tables } from './tables/Tables';
import { useWantedOrder } from './tables/useWantedOrder';
import { useOrderDialog } from './useOrderDialog';
import './orders.css';

/** Not needed to show the screen; fetched right after it is shown. */
const loadDialogs = () => import('./OrderDialogs');
const OrderDialogs = lazy(loadDialogs);
const loadPicker = () => import('./creation/PickerDialog');
const PickerDialog = lazy(loadPicker);
const loadNewOrder = () => import('./creation/NewOrder');
const NewOrder = lazy(loadNewOrder);

const TableSheet = lazy(() => import('./tables/TableSheet'));

const APART = { '--gap': 'var(--space-5)' } as CSSProperties;
/** Orders need room for two buttons side by side. */
const SIDE = { '--side': '26rem' } as CSSProperties;

export default function TableServiceScreen() {
  useTitle(words.title);
  const username = useSession().user?.username ?? '';
  const products = useGet(PRODUCTS);
  const ranking = useRanking(products.data);
  const tables = useGet(TABLES);
  const orders = useGet(ORDERS);
  const rate = useRate().data?.rate;
  const handle = useDraft(username, products.data, rate);
  const [tableId, setTableId] = useState<number | null>(null);
  const [openTableId, setOpenTableId] = useState<number | null>(null);
  const [ordering, setOrdering] = useState(false);
  const [picking, setPicking] = useState(false);
  // A quick drink opens the picker alone: the form comes when it closes, so that one tap draws one sheet.
  const [quick, setQuick] = useState(false);
  const wanted = useWantedOrder(orders.data);
  const dialogs = useOrderDialog(wanted.list);

  useEffect(() => {
    // If this fails, opening a dialog fetches it again.
    loadPicker().catch(() => {});
    loadNewOrder().catch(() => {});
    loadDialogs().catch(() => {});
  }, []);

  const { add, change } = handle;
  const startOrderAt = useCallback(
    (at: number | null) => {
      if (at !== null) change({ tableId: at, orderType: 'dine_in' });
      setOrdering(true);
    },
    [change],
  );
  const startOrder = useCallback(() => startOrderAt(tableId), [startOrderAt, tableId]);

  const known = orders.data;
  // A table with guests opens their orders; without any, a new one.
  const openTable = useCallback(
    (table: Table) => {
      if (known && ordersAt(table, known).length > 0) return setOpenTableId(table.id);
      setTableId(table.id);
      startOrderAt(table.id);
    },
    [known, startOrderAt],
  );
  const openedTable = tables.data?.find(({ id }) => id === openTableId);

  const quickOrder = useCallback(
    (product: Product) => {
      add(product);
      setQuick(true);
      startOrder();
      setPicking(true);
    },
    [add, startOrder],
  );

  function picked() {
    setPicking(false);
    setQuick(false);
  }

  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <Link href="/bills" className="action small">
          {words.bills}
        </Link>
        <button type="button" className="docked" onClick={startOrder}>
          <Plus />
          {words.newOrder}
        </button>
      </header>
      <Jump open={known?.filter(isUnfinished).length} />
      <div className="with-side" style={SIDE}>
        <div className="stack" style={APART}>
          <Section id="quick" title={<Popular />}>
            <Loaded query={products} errorText={words.productsFailed} skeleton={<Skeleton count={1} />}>
              {(list) =>
                ranking ? (
                  <QuickDrinks products={list} ranking={ranking} onAdd={quickOrder} />
                ) : (
                  <Skeleton count={1} />
                )
              }
            </Loaded>
          </Section>
          <Section id="tables" title={tableWords.title}>
            <Loaded query={tables} errorText={tableWords.loadFailed}>
              {(list) => (
                <Tables
                  tables={list}
                  orders={known}
                  selected={tableId}
                  onSelect={setTableId}
                  onOpen={openTable}
                />
              )}
            </Loaded>
          </Section>
        </div>
        <Section id="orders" title={orderWords.title}>
          <Loaded query={orders} errorText={orderWords.loadFailed} skeleton={<Skeleton height="14rem" />}>
            {(list) => (
              <Orders
                orders={wanted.list ?? list}
                tableId={tableId}
                wantedId={wanted.id}
                onOpen={dialogs.onOpen}
              />
            )}
          </Loaded>
        </Section>
      </div>
      {ordering && !quick && (
        <Suspense fallback={null}>
          <NewOrder
            handle={handle}
            username={username}
            rate={rate}
            products={products.data ?? []}
            tables={tables.data ?? []}
            onPick={() => setPicking(true)}
            onClose={() => setOrdering(false)}
            onCreated={() => {
              setOrdering(false);
              setTableId(null);
            }}
          />
        </Suspense>
      )}
      {picking && (
        <Suspense fallback={null}>
          <PickerDialog handle={handle} onClose={picked} />
        </Suspense>
      )}
      {openedTable && (
        <Suspense fallback={null}>
          <TableSheet
            table={openedTable}
            orders={known ?? []}
            onOpen={dialogs.onOpen}
            onNewOrder={() => {
              setOpenTableId(null);
              setTableId(openedTable.id);
              startOrderAt(openedTable.id);
            }}
            onClose={() => setOpenTableId(null)}
          />
        </Suspense>
      )}
      {dialogs.kind && (
        <Suspense fallback={null}>
          <OrderDialogs {...dialogs} products={products.data ?? []} />
        </Suspense>
      )}
    </>
  );
}

function Section({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section id={id} className="stack aisle" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

function Popular() {
  return (
    <span className="row">
      {words.quick} <Badge status="occupied">{words.popular}</Badge>
    </span>
  );
}

/** Links to the three sections, which are stacked on a phone. */
function Jump({ open }: { open: number | undefined }) {
  return (
    <nav className="segmented jump" aria-label={words.jump}>
      <a href="#quick">{words.toQuick}</a>
      <a href="#tables">{words.toTables}</a>
      <a href="#orders">
        {words.toOrders}
        {open !== undefined && <span className="count">{open}</span>}
      </a>
    </nav>
  );
}

/** Drinks Service screen: the tables at one look, quick drinks and active orders. */
import { Plus } from 'lucide-react';
import { type CSSProperties, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useGet, useRate } from '../../api/http/query';
import { useSession } from '../../api/session';
import type { Order, Product, Table } from '../../api/types';
import { useTitle } from '../../lib/useTitle';
import { owes } from '../../parts/bills/owes';
import { useOrderStates } from '../../parts/own/orderStates';
import { useRanking } from '../../parts/picker/useRanking';
import { Fold } from '../../ui/Fold';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { Choices } from '../../ui/form/Choices';
import { bothAmounts } from './amounts';
import { ORDERS, PRODUCTS, TABLES } from './calls';
import { QuickDrinks } from './creation/QuickDrinks';
import { useDraft } from './creation/useDraft';
import { hasPaid, isUnfinished, ordersAt } from './status';
import { orders as orderWords, tables as tableWords, words } from './strings';
import { AreaChips } from './tables/AreaChips';
import { ALL_AREAS, tablesIn } from './tables/areas';
import { Floor, type FloorView } from './tables/Floor';
import { dueOf } from './tables/guests';
import { useWantedOrder } from './tables/useWantedOrder';
import { useOrderDialog } from './useOrderDialog';

/** Not needed to show the screen; fetched right after it is shown. */
const loadDialogs = () => import('./OrderDialogs');
const OrderDialogs = lazy(loadDialogs);
const loadPicker = () => import('./creation/PickerDialog');
const PickerDialog = lazy(loadPicker);
const loadNewOrder = () => import('./creation/NewOrder');
const NewOrder = lazy(loadNewOrder);
/** Below the tables on a phone. */
const loadOrders = () => import('./Orders');
const Orders = lazy(loadOrders);
const loadTableOrder = () => import('./creation/TableOrder');
const TableOrder = lazy(loadTableOrder);
const loadTableSheet = () => import('./tables/TableSheet');
const TableSheet = lazy(loadTableSheet);

const APART = { '--gap': 'var(--space-5)' } as CSSProperties;
const SIDE = { '--side': '24rem' } as CSSProperties;
const NO_ORDERS: readonly Order[] = [];
const VIEWS: readonly FloorView[] = ['bills', 'seats'];

export default function TableServiceScreen() {
  useTitle(words.title);
  const username = useSession().user?.username ?? '';
  const products = useGet(PRODUCTS);
  const ranking = useRanking(products.data);
  const tables = useGet(TABLES);
  const orders = useGet(ORDERS);
  const { states } = useOrderStates();
  const rate = useRate().data?.rate;
  const handle = useDraft(username, products.data, rate);
  const [view, setView] = useState<FloorView>('bills');
  const [area, setArea] = useState(ALL_AREAS);
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
    for (const load of [loadOrders, loadTableOrder, loadTableSheet, loadDialogs, loadPicker, loadNewOrder])
      load().catch(() => {});
  }, []);

  const { add, change } = handle;
  const startOrderAt = useCallback(
    (at: number | null) => {
      setTableId(at);
      if (at !== null) change({ tableId: at, orderType: 'dine_in' });
      setOrdering(true);
    },
    [change],
  );
  const startOrder = useCallback(() => startOrderAt(tableId), [startOrderAt, tableId]);

  const known = orders.data;
  // A table with guests opens its bill; without, a new order. Tapped again, it is no longer the next order's.
  const tapTable = useCallback(
    (table: Table) => {
      const { id } = table;
      const hasGuests = !known || ordersAt(table, known).length > 0 || hasPaid(table, states);
      if (table.status === 'occupied' && hasGuests) return setOpenTableId(id);
      if (id !== tableId) return startOrderAt(id);
      setTableId(null);
      change({ tableId: null });
    },
    [known, states, startOrderAt, tableId, change],
  );
  const openedTable = tables.data?.find(({ id }) => id === openTableId);
  const orderTable = tables.data?.find(({ id }) => id === tableId);

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
  function newOrderAt(table: Table) {
    dialogs.close();
    setOpenTableId(null);
    startOrderAt(table.id);
  }
  const creation = {
    handle,
    username,
    rate,
    products: products.data ?? [],
    tables: tables.data ?? [],
    onPick: () => setPicking(true),
    onClose: () => setOrdering(false),
    onCreated: () => {
      setOrdering(false);
      setTableId(null);
    },
  };
  const owing = known?.filter(owes);

  return (
    <>
      <header className="page-head">
        <hgroup>
          <h1>{words.title}</h1>
          {owing && (
            <small>
              {words.open(owing.length)} · {bothAmounts(dueOf(owing), 'USD')}
            </small>
          )}
        </hgroup>
        <button type="button" className="docked" onClick={startOrder}>
          <Plus />
          {words.newOrder}
        </button>
        <Choices
          label={tableWords.view}
          kind="view"
          value={view}
          onValue={setView}
          options={VIEWS.map((value) => ({ value, label: tableWords.views[value] }))}
        />
      </header>
      <div className="with-side" style={SIDE}>
        <div className="stack" style={APART}>
          <section id="tables" aria-labelledby="tables-title">
            <h2 id="tables-title" className="sr-only">
              {tableWords.title}
            </h2>
            <Loaded query={tables} errorText={tableWords.loadFailed} skeleton={<FloorSkeleton />}>
              {(list) => (
                <div className="stack">
                  <AreaChips tables={list} value={area} onValue={setArea} />
                  <Floor
                    tables={tablesIn(area, list)}
                    orders={known ?? NO_ORDERS}
                    states={states}
                    view={view}
                    selected={tableId}
                    onTap={tapTable}
                  />
                </div>
              )}
            </Loaded>
          </section>
          <section id="quick" aria-labelledby="quick-title">
            <Fold
              className="card boxed"
              // At a desk there is room.
              open={matchMedia('(min-width: 70rem)').matches}
              summary={
                <>
                  <h2 id="quick-title" className="grow">
                    {words.quick}
                  </h2>
                  <small>{words.popular}</small>
                </>
              }
            >
              <Loaded query={products} errorText={words.productsFailed} skeleton={<Skeleton count={1} />}>
                {(list) =>
                  ranking ? (
                    <QuickDrinks products={list} ranking={ranking} onAdd={quickOrder} />
                  ) : (
                    <Skeleton count={1} />
                  )
                }
              </Loaded>
            </Fold>
          </section>
        </div>
        <section id="orders" className="stack" aria-labelledby="orders-title">
          <header className="split">
            <h2 id="orders-title">
              {orderWords.title} {known && <span className="count">{known.filter(isUnfinished).length}</span>}
            </h2>
            <Link href="/bills" className="action small">
              {orderWords.bills}
            </Link>
          </header>
          <Loaded query={orders} errorText={orderWords.loadFailed} skeleton={<Skeleton height="3.5rem" />}>
            {(list) => (
              <Suspense fallback={<Skeleton height="3.5rem" />}>
                <Orders
                  orders={wanted.list ?? list}
                  tableId={tableId}
                  wantedId={wanted.id}
                  onOpen={dialogs.onOpen}
                />
              </Suspense>
            )}
          </Loaded>
        </section>
      </div>
      {ordering && !quick && (
        <Suspense fallback={null}>
          {orderTable ? (
            <TableOrder {...creation} table={orderTable} orders={known ?? NO_ORDERS} />
          ) : (
            <NewOrder {...creation} />
          )}
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
            orders={known}
            onOpen={dialogs.onOpen}
            onNewOrder={() => newOrderAt(openedTable)}
            onClose={() => setOpenTableId(null)}
          />
        </Suspense>
      )}
      {dialogs.kind && (
        <Suspense fallback={null}>
          <OrderDialogs
            {...dialogs}
            products={products.data ?? []}
            orders={known ?? NO_ORDERS}
            tables={tables.data ?? []}
            onNewOrder={newOrderAt}
          />
        </Suspense>
      )}
    </>
  );
}

/** Twelve tables, until they are there. */
function FloorSkeleton() {
  return (
    <div className="floor" aria-busy="true">
      <span className="sr-only">Loading</span>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className="spot skeleton" />
      ))}
    </div>
  );
}

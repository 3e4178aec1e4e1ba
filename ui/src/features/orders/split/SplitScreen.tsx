/** Split Bill: an order becomes several bills, by item or by guest, or is paid in equal shares. */
import { X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { ApiError } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import type { Order } from '../../../api/types';
import { fromServer } from '../../../lib/money/money';
import { useTitle } from '../../../lib/useTitle';
import { inState, useOrderStates } from '../../../parts/own/orderStates';
import { Empty, ErrorState, Skeleton } from '../../../ui/feedback/States';
import { Choices } from '../../../ui/form/Choices';
import { Money } from '../../../ui/money/Money';
import { orderAt } from '../moving/calls';
import { titleOf } from '../naming';
import { isOpen } from '../status';
import { ByItem } from './ByItem';
import type { Chosen } from './guests';
import { startPieces } from './pieces';
import { words } from './strings';
import './split.css';

/** Not needed to show the screen; fetched right after it is shown. */
const loadGuests = () => import('./ByGuest');
const ByGuest = lazy(loadGuests);
const loadShares = () => import('./EqualShares');
const EqualShares = lazy(loadShares);
const loadBills = () => import('./SplitBills');
const SplitBills = lazy(loadBills);

type Way = keyof typeof words.ways;
/** How many share a bill most often: one tap instead of one for the way and one for each person more. */
const EQUAL_PARTS = [2, 3, 4];
const WAYS = Object.entries(words.ways).map(([value, label]) => ({ value: value as Way, label }));

export default function SplitScreen() {
  useTitle(words.title);
  const [path] = useLocation();
  // `/split/12`. Not useRoute, which would make the sign-in page larger.
  const id = Number(path.split('/')[2]) || 0;
  const query = useGet(orderAt(id));
  const shows = new URLSearchParams(useSearch()).has('bills');
  useEffect(() => {
    // If this fails, the tap fetches it again.
    for (const load of [loadBills, loadGuests, loadShares]) load().catch(() => {});
  }, []);
  /** The order of which a part is being taken: the sheet stays, and says itself that it got paid. */
  const [busy, setBusy] = useState(0);
  const { states } = useOrderStates();
  const order = query.data && inState(query.data, states);
  if (!order && query.error instanceof ApiError && query.error.status < 500) return <CannotSplit />;
  if (!order) {
    return (
      <Head>
        {query.isError ? (
          <ErrorState text={words.loadFailed} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton count={4} height="5.5rem" />
        )}
      </Head>
    );
  }
  if (shows && order.splitGroup !== null) {
    return (
      <Suspense fallback={<Skeleton count={3} height="11rem" />}>
        <SplitBills order={order} group={order.splitGroup} />
      </Suspense>
    );
  }
  if (busy !== id && !(isOpen(order) && order.items.length > 0)) return <CannotSplit />;
  return <SplitOrder key={id} order={order} onBusy={(taking) => setBusy(taking ? id : 0)} />;
}

function Head({ order, children }: { order?: Order; children: ReactNode }) {
  return (
    <>
      <header className="page-head">
        <hgroup>
          <h1>{words.title}</h1>
          {order && <small>{titleOf(order)}</small>}
        </hgroup>
        {order && (
          <Money
            usd={fromServer(order.grandTotalUSD)}
            lrd={fromServer(order.grandTotalLRD)}
            leads={order.currency}
            total
            className="end"
          />
        )}
        <Link className="action icon-only" href="/table-service" aria-label={words.close}>
          <X />
        </Link>
      </header>
      {children}
    </>
  );
}

function CannotSplit() {
  return (
    <Head>
      <Empty text={words.cannot}>
        <Link className="action" href="/table-service">
          {words.back}
        </Link>
      </Empty>
    </Head>
  );
}

function SplitOrder({ order, onBusy }: { order: Order; onBusy: (busy: boolean) => void }) {
  const [, navigate] = useLocation();
  // While the parts of an order are being paid, they come first.
  const [way, setWay] = useState<Way>(order.shares ? 'shares' : 'item');
  const [people, setPeople] = useState<number>();
  const [pieces, setPieces] = useState(() => startPieces(order.items));
  const [guests, setGuests] = useState<Chosen>({});
  const onSplit = () => navigate(`/split/${order.id}?bills`, { replace: true });
  const count = order.splitCount ?? 1;
  return (
    <Head order={order}>
      {count > 1 && (
        <Link className="action" href={`/split/${order.id}?bills`}>
          {words.openBills(count)}
        </Link>
      )}
      <Choices label={words.how} kind="segmented" value={way} onValue={setWay} options={WAYS} />
      {way === 'item' && !order.shares && (
        <fieldset className="row equally" aria-label={words.equally}>
          <small aria-hidden="true">{words.equally}</small>
          {EQUAL_PARTS.map((parts) => (
            <button
              key={parts}
              type="button"
              className="secondary"
              aria-label={words.inParts(parts)}
              onClick={() => {
                setPeople(parts);
                setWay('shares');
              }}
            >
              {parts}
            </button>
          ))}
        </fieldset>
      )}
      {way === 'item' && <ByItem order={order} pieces={pieces} onPieces={setPieces} onSplit={onSplit} />}
      <Suspense fallback={<Skeleton count={3} height="6rem" />}>
        {way === 'guest' && <ByGuest order={order} chosen={guests} onChosen={setGuests} onSplit={onSplit} />}
        {way === 'shares' && <EqualShares order={order} startsWith={people} onBusy={onBusy} />}
      </Suspense>
    </Head>
  );
}

/** Quick Service, the till: products, cart and Process Sale. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useGet, useRate } from '../../api/http/query';
import { useSession } from '../../api/session';
import type { Category, Product } from '../../api/types';
import { useUntouched } from '../../lib/render/useUntouched';
import { whenUntouched } from '../../lib/touches';
import { useTitle } from '../../lib/useTitle';
import type { LinesChange } from '../../parts/lines/lines';
import { words as lineWords } from '../../parts/lines/strings';
import { filtersOf } from '../../parts/picker/groups';
import { PickerHead } from '../../parts/picker/PickerHead';
import { words as pickerWords } from '../../parts/picker/strings';
import { TilesSkeleton } from '../../parts/picker/TileGroups';
import { usePicker } from '../../parts/picker/usePicker';
import { limitOf, onSale } from '../../parts/stock/limit';
import { Loaded } from '../../ui/feedback/States';
import { dismissToast, toastError } from '../../ui/feedback/toast';
import { CartPanel } from './panel/CartPanel';
import { words } from './strings';
import { Tiles } from './Tiles';
import { useCart } from './useCart';
import { useKeys } from './useKeys';
import { loadDone, useSelling } from './useSelling';
import './quick-service.css';

/** The place of the pressed button takes no taps: first nothing is seen of it, then the next guest's cart shows through. */
const SHIELD = { position: 'fixed', zIndex: 'var(--z-toast)', background: 'var(--surface)' } as const;

/** These chips are always shown. */
const MAIN: readonly Category[] = ['drinks', 'food', 'cigars'];

/** Not needed to show the screen; fetched right after it is shown. */
const loadOther = () => import('./cash/OtherCash');
const OtherCash = lazy(loadOther);
const loadTab = () => import('./tab/PutOnTab');
const PutOnTab = lazy(loadTab);
const DoneBar = lazy(loadDone);
const loadBarcodes = () => import('./scan/handleBarcode');
const Scanner = lazy(() => import('../../ui/Scanner'));

export default function QuickServiceScreen() {
  useTitle(words.title);
  const products = useGet('/api/products');
  return (
    <>
      <h1 className="sr-only">{words.title}</h1>
      <Loaded query={products} skeleton={<TilesSkeleton />} errorText={pickerWords.loadFailed}>
        {(list) => <Till products={list} />}
      </Loaded>
    </>
  );
}

function Till({ products }: { products: Product[] }) {
  const username = useSession().user?.username ?? '';
  // A product that sells out or is new elsewhere moves the tiles: not under a thumb.
  const listed = useUntouched(useMemo(() => onSale(products), [products]));
  const picker = usePicker(listed);
  const { query, setQuery, found } = picker;
  const search = useRef<HTMLInputElement>(null);
  const rate = useRate().data?.rate;
  const handle = useCart(username, products, rate);
  const { dispatch, current } = handle;
  useEffect(() => {
    // If this fails, opening the dialog fetches it again.
    loadDone()
      .then(loadBarcodes)
      .then(loadOther)
      .then(loadTab)
      .catch(() => {});
  }, []);
  const keys = useKeys(search);
  const selling = useSelling(handle, username, rate, () => {
    keys.focusAgain();
    // The whole list comes back, but not under a thumb.
    whenUntouched(() => setQuery(''));
  });
  const { payment, sale, done } = selling;
  const begun = handle.cart.lines.length > 0;

  const add = useCallback(
    (product: Product, next?: LinesChange) => {
      // The report of the last sale is about another guest.
      if (current().lines.length === 0) dismissToast();
      const added = dispatch(next ? { type: 'change', next } : { type: 'add', product });
      if (!added) toastError(lineWords.onlyLeft(limitOf(product)), product.name);
      return added;
    },
    [dispatch, current],
  );
  const onCode = async (code: string) => {
    const { handleBarcode } = await loadBarcodes();
    await handleBarcode(code, products, (product, next) => {
      keys.noteUse();
      return add(product, next);
    });
  };

  const less = useCallback(
    (product: Product) => void dispatch({ type: 'less', productId: product.id }),
    [dispatch],
  );
  const filters = useMemo(() => filtersOf(listed, MAIN), [listed]);

  /** Enter in the search adds the product with the typed barcode, which may be the label of a scale, or the only match. */
  function enter() {
    const [only, ...others] = found;
    const typed = query.trim();
    if (products.some(({ barcode }) => barcode === typed) || (!only && /^\d{13}$/.test(typed))) onCode(typed);
    else if (only && others.length === 0) add(only);
    else return;
    setQuery('');
  }

  return (
    <>
      <div className="sticky-head">
        <form
          className="picker-head"
          onSubmit={(event) => {
            event.preventDefault();
            enter();
          }}
        >
          <PickerHead
            picker={picker}
            filters={filters}
            field={search}
            onEnter={enter}
            onKeyDown={keys.onKeyDown}
          />
        </form>
      </div>
      {/* Before sixty tiles for who comes with the keyboard; its place is fixed. */}
      <CartPanel
        {...handle}
        products={products}
        sale={sale}
        payment={payment}
        other={selling.other}
        tab={selling.tab}
        referenceMissing={selling.referenceMissing}
        open={selling.open}
        onOpen={selling.setOpen}
        guarded={!!done.shown}
      />
      <Tiles
        picker={picker}
        products={listed}
        cart={handle.cart}
        username={username}
        onAdd={add}
        onLess={less}
      />
      <div className="bar-space" />
      {selling.tab.open && (
        <Suspense fallback={null}>
          <PutOnTab {...selling.putOnTab} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <Scanner onCode={onCode} options={{ search: () => search.current, restoreSearch: setQuery }} />
      </Suspense>
      {done.shown && (
        // Until the bar is loaded, its place takes the taps that were aimed at the button.
        <Suspense fallback={<div style={{ ...SHIELD, ...done.shown.place }} />}>
          {begun ? (
            <div data-guard style={{ ...SHIELD, ...done.shown.place, opacity: 0.5 }} />
          ) : (
            <DoneBar {...done.shown} onTap={done.keep} />
          )}
        </Suspense>
      )}
      {selling.other.open && payment.setup && payment.bill && (
        <Suspense fallback={null}>
          <OtherCash
            username={username}
            cart={handle.cart}
            setup={payment.setup}
            bill={payment.bill}
            sale={sale}
            onClose={selling.closeOther}
          />
        </Suspense>
      )}
    </>
  );
}

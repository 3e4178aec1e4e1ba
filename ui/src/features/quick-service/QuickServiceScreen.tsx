/** Quick Service, the till: products, cart and Process Sale. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useGet, useRate } from '../../api/http/query';
import { useSession } from '../../api/session';
import type { Category, Product } from '../../api/types';
import { useTitle } from '../../lib/useTitle';
import { Loaded } from '../../ui/feedback/States';
import { toastError } from '../../ui/feedback/toast';
import { words as lineWords } from '../lines/strings';
import { filtersOf } from '../picker/groups';
import { PickerHead } from '../picker/PickerHead';
import { TilesSkeleton } from '../picker/TileGroups';
import { usePicker } from '../picker/usePicker';
import { CartPanel } from './CartPanel';
import { words } from './strings';
import { Tiles } from './Tiles';
import { useBarcodes } from './useBarcodes';
import { useCart } from './useCart';
import { useProcessSale } from './useProcessSale';
import { useSalePayment } from './useSalePayment';
import '../../styles/screens/till.css';

/** These chips are always shown. */
const MAIN: readonly Category[] = ['drinks', 'food', 'cigars'];

/** Not needed to show the screen; fetched right after it is shown. */
const loadOther = () => import('./cash/OtherCash');
const OtherCash = lazy(loadOther);

export default function QuickServiceScreen() {
  useTitle(words.title);
  const products = useGet('/api/products');
  return (
    <>
      <h1 className="sr-only">{words.title}</h1>
      <Loaded query={products} skeleton={<TilesSkeleton />} errorText={words.loadFailed}>
        {(list) => <Till products={list} />}
      </Loaded>
    </>
  );
}

function Till({ products }: { products: Product[] }) {
  const username = useSession().user?.username ?? '';
  const picker = usePicker(products);
  const { query, setQuery, found } = picker;
  const [open, setOpen] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const rate = useRate().data?.rate;
  const handle = useCart(username, products, rate);
  const { dispatch } = handle;
  const [other, setOther] = useState(false);
  const [referenceMissing, setReferenceMissing] = useState(false);
  useEffect(() => {
    // If this fails, opening the dialog fetches it again.
    loadOther().catch(() => {});
  }, []);
  const payment = useSalePayment(handle, username, rate);
  const sale = useProcessSale({
    ...handle,
    username,
    rate,
    payment,
    onReferenceMissing() {
      setReferenceMissing(true);
      setOpen(true);
    },
    onSold() {
      setOpen(false);
      setReferenceMissing(false);
      setOther(false);
    },
    // The Cash received dialog shows the reason; opening the cart would cover it.
    onRefused: () => other || setOpen(true),
  });

  const add = useCallback(
    (product: Product) => {
      const added = dispatch({ type: 'add', product });
      if (!added) toastError(lineWords.onlyLeft(product.stock), product.name);
      return added;
    },
    [dispatch],
  );
  const onCode = useBarcodes(products, add, { search: () => search.current, restoreSearch: setQuery });

  const less = useCallback(
    (product: Product) => void dispatch({ type: 'less', productId: product.id }),
    [dispatch],
  );
  const filters = useMemo(() => filtersOf(products, MAIN), [products]);

  /** Enter in the search adds the product with the typed barcode, or the only match. */
  function enter() {
    const [only, ...others] = found;
    if (products.some(({ barcode }) => barcode === query.trim())) onCode(query.trim());
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
          <PickerHead picker={picker} filters={filters} field={search} onEnter={enter} />
        </form>
      </div>
      <Tiles
        picker={picker}
        products={products}
        cart={handle.cart}
        username={username}
        onAdd={add}
        onLess={less}
      />
      <CartPanel
        {...handle}
        products={products}
        sale={sale}
        payment={payment}
        other={{ open: other, onOpen: () => setOther(true) }}
        referenceMissing={referenceMissing}
        open={open}
        onOpen={setOpen}
      />
      {other && payment.setup && payment.bill && (
        <Suspense fallback={null}>
          <OtherCash
            username={username}
            cart={handle.cart}
            setup={payment.setup}
            bill={payment.bill}
            sale={sale}
            onClose={() => setOther(false)}
          />
        </Suspense>
      )}
    </>
  );
}

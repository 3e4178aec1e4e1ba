/** Quick Service, the till: products, cart and Process Sale. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CATEGORIES } from '../../api/categories';
import { useGet, useRate } from '../../api/http/query';
import { useSession } from '../../api/session';
import type { Category, Product } from '../../api/types';
import { useAfterPaint } from '../../lib/render/useAfterPaint';
import { createSearchIndex } from '../../lib/search';
import { useTitle } from '../../lib/useTitle';
import { Loaded } from '../../ui/feedback/States';
import { toastError } from '../../ui/feedback/toast';
import { Choices } from '../../ui/form/Choices';
import { SearchField } from '../../ui/form/SearchField';
import { words as lineWords } from '../lines/strings';
import { CartPanel } from './CartPanel';
import { words } from './strings';
import { Tiles, TilesSkeleton } from './Tiles';
import { useBarcodes } from './useBarcodes';
import { useCart } from './useCart';
import { useProcessSale } from './useProcessSale';
import { useSalePayment } from './useSalePayment';
import '../../styles/screens/till.css';

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
  const [query, setQuery] = useState('');
  const [category, setCategory] = useState<Category | 'all'>('all');
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

  const index = useMemo(
    () => createSearchIndex(products, ({ name, brand, barcode }) => [name, brand, barcode]),
    [products],
  );
  const shownCategory = useAfterPaint(category);
  const found = useMemo(
    () =>
      index.find(query).filter((product) => shownCategory === 'all' || product.category === shownCategory),
    [index, query, shownCategory],
  );

  function showAll() {
    setQuery('');
    setCategory('all');
  }

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
          onSubmit={(event) => {
            event.preventDefault();
            enter();
          }}
        >
          <SearchField
            field={search}
            label={words.search}
            enterKeyHint="done"
            value={query}
            onValue={setQuery}
          />
        </form>
        <Choices
          label={words.show}
          value={category}
          onValue={setCategory}
          options={[{ value: 'all', label: words.all }, ...filters(products)]}
        />
      </div>
      <Tiles
        products={found}
        resetKey={`${shownCategory} ${query}`}
        cart={handle.cart}
        onAdd={add}
        onShowAll={products.length > 0 ? showAll : null}
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

/** The three main categories always; Other only if it has products. */
function filters(products: readonly Product[]) {
  return CATEGORIES.filter(
    ({ value }) => value !== 'uncategorized' || products.some((product) => product.category === value),
  );
}

/** Summary, search, chips and list of the products. Typing or scanning re-renders only this part of the screen. */
import { Ellipsis } from 'lucide-react';
import { lazy, type RefObject, Suspense, useCallback, useMemo, useState } from 'react';
import type { Product } from '../../api/types';
import { WIDE } from '../../lib/render/useMedia';
import { WaitingNote } from '../../ui/ActionButton';
import { Loaded, type Readable } from '../../ui/feedback/States';
import { SearchField } from '../../ui/form/SearchField';
import { Chips } from './Chips';
import type { Open } from './InventoryDialogs';
import { ListSkeleton, ProductList } from './ProductList';
import { summarize } from './rules/summary';
import { ALL, type View } from './rules/view';
import { screen as words } from './strings';
import { Summary } from './summary/Summary';
import { useScannedProduct } from './useScannedProduct';

export const loadTools = () => import('./ToolsSheet');
const ToolsSheet = lazy(loadTools);
/** Until the list is there. */
const NONE: readonly Product[] = [];

interface ProductBrowserProps {
  products: Readable<Product[]>;
  rate: number | undefined;
  canManage: boolean;
  /** True while something is open that a scan must not replace. */
  busy: boolean;
  search: RefObject<HTMLInputElement | null>;
  onOpen: (open: Open) => void;
}

export function ProductBrowser({ products, rate, canManage, busy, search, onOpen }: ProductBrowserProps) {
  const [query, setQuery] = useState('');
  const [view, setView] = useState(ALL);
  const [hasTools, setHasTools] = useState(false);
  const list = products.data ?? NONE;
  const figures = useMemo(() => summarize(list), [list]);
  const openInstead = (open: Open) => {
    setHasTools(false);
    onOpen(open);
  };
  const waiting = useScannedProduct({
    products: products.data,
    search,
    restoreSearch: setQuery,
    busy,
    onFound: (id) => openInstead({ what: 'view', id }),
    onAdd: canManage ? (barcode) => openInstead({ what: 'new', barcode }) : undefined,
  });
  const onView = useCallback((change: Partial<View>) => setView((before) => ({ ...before, ...change })), []);

  return (
    <>
      <WaitingNote waiting={waiting} />
      <Loaded query={products} skeleton={<ListSkeleton />} errorText={words.loadFailed}>
        {() => (
          <div className="stack shelf">
            <Summary figures={figures} />
            <section className={query === '' ? 'stack shelf' : 'stack shelf searching'}>
              <div className="row find">
                <SearchField
                  field={search}
                  label={words.search}
                  placeholder={words.searchHint}
                  autoCapitalize="none"
                  spellCheck={false}
                  enterKeyHint="search"
                  value={query}
                  onValue={setQuery}
                  // A phone's keyboard covers the lower half, so scroll the results into the upper half.
                  onFocus={(event) => {
                    if (!matchMedia(WIDE).matches) event.currentTarget.parentElement?.scrollIntoView();
                  }}
                />
                <button
                  type="button"
                  className="secondary icon-only"
                  aria-label={words.more}
                  aria-haspopup="dialog"
                  onClick={() => setHasTools(true)}
                >
                  <Ellipsis />
                </button>
              </div>
              <Chips products={list} figures={figures} filter={view} onFilter={onView} />
              <ProductList
                products={list}
                query={query}
                view={view}
                onClear={() => {
                  setQuery('');
                  setView((before) => ({ ...ALL, sort: before.sort }));
                  search.current?.focus();
                }}
                rate={rate}
                canManage={canManage}
                onOpen={onOpen}
              />
            </section>
          </div>
        )}
      </Loaded>
      {hasTools && (
        <Suspense fallback={null}>
          <ToolsSheet
            products={list}
            view={view}
            onView={onView}
            canManage={canManage}
            onClose={() => setHasTools(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Summary, search and list of the products. Typing or scanning re-renders only this part of the screen. */
import { type RefObject, useCallback, useRef, useState } from 'react';
import type { Product } from '../../api/types';
import { WaitingNote } from '../../ui/ActionButton';
import { Loaded, type Readable } from '../../ui/feedback/States';
import { Filters } from './Filters';
import type { Open } from './InventoryDialogs';
import { ListSkeleton, ProductList } from './ProductList';
import { ALL, type View } from './rules/view';
import { Summary } from './Summary';
import { screen as words } from './strings';
import { Toolbar } from './Toolbar';
import { useScannedProduct } from './useScannedProduct';

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
  const shelf = useRef<HTMLElement>(null);
  const waiting = useScannedProduct({
    products: products.data,
    search,
    restoreSearch: setQuery,
    busy,
    onFound: (id) => onOpen({ what: 'view', id }),
    onAdd: canManage ? (barcode) => onOpen({ what: 'new', barcode }) : undefined,
  });
  const onImport = useCallback((file: File) => onOpen({ what: 'import', file }), [onOpen]);

  const onView = useCallback((change: Partial<View>) => setView((before) => ({ ...before, ...change })), []);
  const onLevel = useCallback(
    (level: View['level']) => {
      onView({ level });
      // On a phone the list begins below the screen.
      if (level !== '') shelf.current?.scrollIntoView?.();
    },
    [onView],
  );

  return (
    <>
      <WaitingNote waiting={waiting} />
      <Loaded query={products} skeleton={<ListSkeleton />} errorText={words.loadFailed}>
        {(list) => (
          <>
            <Summary products={list} level={view.level} onLevel={onLevel} />
            <section ref={shelf} className={query === '' ? 'stack shelf' : 'stack shelf searching'}>
              <Toolbar
                search={search}
                query={query}
                onQuery={setQuery}
                canManage={canManage}
                onImport={onImport}
              />
              <Filters products={list} view={view} onView={onView} />
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
          </>
        )}
      </Loaded>
    </>
  );
}

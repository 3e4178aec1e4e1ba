/** Summary, search and list of the products. Typing or scanning re-renders only this part of the screen. */
import { type RefObject, useCallback, useState } from 'react';
import type { Product } from '../../api/types';
import { WaitingNote } from '../../ui/ActionButton';
import { Loaded, type Readable } from '../../ui/feedback/States';
import type { Open } from './InventoryDialogs';
import { ListSkeleton, ProductList } from './ProductList';
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
  const waiting = useScannedProduct({
    products: products.data,
    search,
    restoreSearch: setQuery,
    busy,
    onFound: (id) => onOpen({ what: 'view', id }),
    onAdd: canManage ? (barcode) => onOpen({ what: 'new', barcode }) : undefined,
  });
  const onImport = useCallback((file: File) => onOpen({ what: 'import', file }), [onOpen]);

  return (
    <>
      <WaitingNote waiting={waiting} />
      <Loaded query={products} skeleton={<ListSkeleton />} errorText={words.loadFailed}>
        {(list) => (
          <>
            <Summary products={list} />
            <section className={query === '' ? 'stack shelf' : 'stack shelf searching'}>
              <Toolbar
                search={search}
                query={query}
                onQuery={setQuery}
                canManage={canManage}
                onImport={onImport}
              />
              <ProductList
                products={list}
                query={query}
                onClear={() => {
                  setQuery('');
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

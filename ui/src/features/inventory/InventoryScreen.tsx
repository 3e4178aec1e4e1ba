/** The Inventory screen: what is on the shelf, what it costs, and everything that changes either. */
import { Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useGet, useRate } from '../../api/query';
import { mayManage, useSession } from '../../api/session';
import type { Product } from '../../api/types';
import { useTitle } from '../../lib/useTitle';
import { WaitingNote } from '../../ui/ActionButton';
import { Loaded } from '../../ui/States';
import { toast } from '../../ui/toast';
import { PRODUCTS } from './calls';
import { takeWord } from './csv/afterReload';
import { InventoryDialogs, loadDialogs, type Open } from './InventoryDialogs';
import { ListSkeleton, ProductList } from './ProductList';
import { RateNote } from './RateNote';
import { Summary } from './Summary';
import { csv, screen as words } from './strings';
import { Toolbar } from './Toolbar';
import { useScannedProduct } from './useScannedProduct';
import '../../styles/tool-cards.css';
import '../../styles/inventory.css';

/** Until the list has come; something new can be added all the same. */
const NONE: readonly Product[] = [];

export default function InventoryScreen() {
  useTitle(words.title);
  const products = useGet<Product[]>(PRODUCTS);
  const rate = useRate().data?.rate;
  const canManage = mayManage(useSession().user?.role);
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<Open | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const deleted = useRef(false);

  const openProduct = useCallback((id: number) => setOpen({ what: 'view', id }), []);
  const close = useCallback(() => setOpen(null), []);
  const waiting = useScannedProduct({
    products: products.data,
    search,
    restoreSearch: setQuery,
    // A scanner must not tear a half-filled form away.
    busy: open !== null && open.what !== 'view',
    onFound: openProduct,
    onAdd: canManage ? (barcode) => setOpen({ what: 'new', barcode }) : undefined,
  });
  useEffect(announceImport, []);
  useEffect(() => {
    // Should it fail, the tap that needs it asks again.
    loadDialogs().catch(() => {});
  }, []);
  // The card that had the focus is about to go; before the dialog has closed nothing else can take it.
  useEffect(() => {
    if (open === null && deleted.current) search.current?.focus();
    deleted.current = false;
  }, [open]);

  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <RateNote rate={rate} />
        {canManage && (
          <button type="button" className="docked" onClick={() => setOpen({ what: 'new' })}>
            <Plus />
            {words.add}
          </button>
        )}
      </header>
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
                onImport={(file) => setOpen({ what: 'import', file })}
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
                onOpen={setOpen}
              />
            </section>
          </>
        )}
      </Loaded>
      {open && (
        <InventoryDialogs
          key={'id' in open ? open.id : open.what}
          open={open}
          products={products.data ?? NONE}
          rate={rate}
          canManage={canManage}
          onOpen={setOpen}
          onClose={close}
          onDeleted={() => {
            deleted.current = true;
          }}
        />
      )}
    </>
  );
}

function announceImport(): void {
  const done = takeWord();
  if (done) toast(csv.done, csv.doneDetail(done.created, done.updated));
}

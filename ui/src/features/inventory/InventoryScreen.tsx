/** The Inventory screen: products, stock and prices, and the dialogs that change them. */
import { Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useGet, useRate } from '../../api/http/query';
import { mayManage, useSession } from '../../api/session';
import type { Product } from '../../api/types';
import { useTitle } from '../../lib/useTitle';
import { takeFlashMessage } from '../../parts/imported/flashMessage';
import { toast } from '../../ui/feedback/toast';
import { PRODUCTS } from './calls';
import { InventoryDialogs, loadDialogs, type Open } from './InventoryDialogs';
import { loadTools, ProductBrowser } from './ProductBrowser';
import { RateNote } from './RateNote';
import { csv, screen as words } from './strings';
import '../../styles/shared/rows.css';
import './inventory.css';

/** Used until the list is loaded; a product can already be added then. */
const NONE: readonly Product[] = [];

export default function InventoryScreen() {
  useTitle(words.title);
  const products = useGet(PRODUCTS);
  const rate = useRate().data?.rate;
  const canManage = mayManage(useSession().user?.role);
  const [open, setOpen] = useState<Open | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const deleted = useRef(false);

  const close = useCallback(() => setOpen(null), []);
  useEffect(announceImport, []);
  useEffect(() => {
    // If this fails, opening a dialog fetches it again.
    Promise.all([loadTools(), loadDialogs()]).catch(() => {});
  }, []);
  // The deleted product's row had the focus. Nothing else can take it until the dialog has closed.
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
      <ProductBrowser
        products={products}
        rate={rate}
        canManage={canManage}
        busy={open !== null && open.what !== 'view'}
        search={search}
        onOpen={setOpen}
      />
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
  const done = takeFlashMessage();
  if (done) toast(csv.done, csv.doneDetail(done.created, done.updated));
}

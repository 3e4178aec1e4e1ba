/** The products that bars share, and linking those that a bar has already. */
import { Package, Plus } from 'lucide-react';
import { useState } from 'react';
import { CATEGORY_LABEL } from '../../../api/categories';
import { useTitle } from '../../../lib/useTitle';
import { Badge } from '../../../ui/Badge';
import { DeleteDialog } from '../../../ui/dialog/DeleteDialog';
import { EditTools } from '../../../ui/EditTools';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast, toastError } from '../../../ui/feedback/toast';
import { DIRECTIVES, PRODUCTS } from '../../api/calls';
import { useGet } from '../../api/query';
import type { ChainProduct } from '../../api/types';
import { reasonOf, useSend } from '../../api/useSend';
import { cash } from '../../lib/figures';
import { LinkProducts } from './LinkProducts';
import { ProductDialog } from './ProductDialog';
import { words } from './strings';

/** What is open over the list. */
type Open = { edit: ChainProduct | null } | { remove: ChainProduct } | null;

export default function ProductsScreen() {
  useTitle(words.title);
  const [open, setOpen] = useState<Open>(null);
  const products = useGet<ChainProduct[]>(PRODUCTS);
  const close = () => setOpen(null);
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        <button type="button" className="docked" onClick={() => setOpen({ edit: null })}>
          <Plus />
          {words.add}
        </button>
      </header>
      <div className="with-side">
        <Loaded query={products} errorText={words.loadFailed} skeleton={<Skeleton count={5} height="4rem" />}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={Package} text={words.none} />
            ) : (
              <section className="card" aria-label={words.title}>
                <ul className="list">
                  {all.map((product) => (
                    <Row
                      key={product.chainId}
                      product={product}
                      onEdit={() => setOpen({ edit: product })}
                      onRemove={() => setOpen({ remove: product })}
                    />
                  ))}
                </ul>
              </section>
            )
          }
        </Loaded>
        <LinkProducts products={products.data ?? []} />
      </div>
      {open && 'edit' in open && <ProductDialog product={open.edit} onClose={close} />}
      {open && 'remove' in open && <RemoveProduct product={open.remove} onClose={close} />}
    </>
  );
}

interface RowProps {
  product: ChainProduct;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ product, onEdit, onRemove }: RowProps) {
  const { name, category, priceOwner, priceUSD, priceLRD, bars, archived } = product;
  const prices = [priceUSD && cash(priceUSD, 'USD'), priceLRD && cash(priceLRD, 'LRD')].filter(Boolean);
  return (
    <li>
      <span className="grow">
        <span className="name">{name}</span>
        <small>
          {CATEGORY_LABEL[category as keyof typeof CATEGORY_LABEL] ?? category} · {words.inBars(bars.length)}
        </small>
        <small>{priceOwner === 'bar' ? words.priceOfBar : prices.join(' / ')}</small>
      </span>
      {archived ? (
        <Badge>{words.archived}</Badge>
      ) : (
        <EditTools
          edit={words.editOf(name)}
          remove={words.removeOf(name)}
          onEdit={onEdit}
          onRemove={onRemove}
        />
      )}
    </li>
  );
}

function RemoveProduct({ product, onClose }: { product: ChainProduct; onClose: () => void }) {
  const { send, pending } = useSend([PRODUCTS, DIRECTIVES]);
  const { chainId, name, bars } = product;
  return (
    <DeleteDialog
      question={words.question(name)}
      detail={words.detail}
      action={words.remove}
      pending={pending}
      waiting={false}
      run={async () => {
        const body = { kind: 'catalog.archive', body: { chainId }, bars, effective: 'next_day' };
        await send({ method: 'POST', path: DIRECTIVES, body });
        return true;
      }}
      onDeleted={() => {
        toast(words.removed);
        onClose();
      }}
      onFailed={(error) => {
        toastError(words.removeFailed, reasonOf(error));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

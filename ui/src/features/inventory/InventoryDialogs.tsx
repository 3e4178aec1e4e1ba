/** Renders the open dialog of the Inventory screen. */
import { lazy, Suspense, useRef } from 'react';
import type { Product } from '../../api/types';

const loadPanel = () => import('./panel/ProductPanel');
const loadNewProduct = () => import('./panel/NewProduct');
const loadCurrencyDialog = () => import('./CurrencyDialog');
const loadDeleteProduct = () => import('./DeleteProduct');
const ProductPanel = lazy(loadPanel);
const NewProduct = lazy(loadNewProduct);
const CurrencyDialog = lazy(loadCurrencyDialog);
const DeleteProduct = lazy(loadDeleteProduct);
/** Not needed to show the screen; fetched right after it is shown. */
export const loadDialogs = () =>
  Promise.all([loadPanel(), loadNewProduct(), loadCurrencyDialog(), loadDeleteProduct()]);
/** Opens after a file was chosen, so it need not be prefetched. */
const ImportDialog = lazy(() => import('./csv/ImportDialog'));

export type Open =
  | { what: 'view' | 'edit' | 'stock' | 'currency' | 'delete'; id: number }
  | { what: 'new'; barcode?: string }
  | { what: 'import'; file: File };

interface InventoryDialogsProps {
  open: Open;
  products: readonly Product[];
  rate: number | undefined;
  canManage: boolean;
  onOpen: (open: Open) => void;
  onClose: () => void;
  onDeleted: () => void;
}

export function InventoryDialogs(props: InventoryDialogsProps) {
  return (
    <Suspense fallback={null}>
      <OpenDialog {...props} />
    </Suspense>
  );
}

function OpenDialog(props: InventoryDialogsProps) {
  const { open, products, rate, canManage, onOpen, onClose, onDeleted } = props;
  const { product, gone } = useProduct(products, 'id' in open ? open.id : null);

  if (open.what === 'new') return <NewProduct barcode={open.barcode} onClose={onClose} />;
  if (open.what === 'import') {
    return <ImportDialog file={open.file} onClose={onClose} />;
  }
  if (!product) return null;
  if (open.what === 'delete') {
    return <DeleteProduct product={product} onClose={onClose} onDeleted={onDeleted} />;
  }
  if (open.what === 'currency') {
    return <CurrencyDialog product={product} gone={gone} rate={rate} onClose={onClose} />;
  }
  return (
    <ProductPanel
      product={product}
      gone={gone}
      rate={rate}
      canManage={canManage}
      mode={open.what}
      onMode={(what) => onOpen({ what, id: product.id })}
      onClose={onClose}
    />
  );
}

/** The product as the list has it now, or its last known state if a colleague has deleted it. */
function useProduct(products: readonly Product[], id: number | null) {
  const now = id === null ? undefined : products.find((product) => product.id === id);
  const last = useRef(now);
  if (now) last.current = now;
  return { product: now ?? last.current, gone: !now };
}

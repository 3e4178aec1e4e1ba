/** Renders the open dialog of the Inventory screen. */
import { lazy, Suspense, useRef } from 'react';
import type { Product } from '../../api/types';
import type { PanelMode } from './panel/ProductPanel';

const loadPanel = () => import('./panel/ProductPanel');
const loadNewProduct = () => import('./panel/NewProduct');
const ProductPanel = lazy(loadPanel);
const NewProduct = lazy(loadNewProduct);
/** Not needed to show the screen; fetched right after it is shown. */
export const loadDialogs = () =>
  Promise.all([loadNewProduct(), loadPanel().then(({ loadDeeds }) => loadDeeds())]);

export type Open = { what: PanelMode; id: number } | { what: 'new'; barcode?: string };

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
  if (!product) return null;
  return (
    <ProductPanel
      product={product}
      gone={gone}
      rate={rate}
      canManage={canManage}
      mode={open.what}
      onMode={(what) => onOpen({ what, id: product.id })}
      onClose={onClose}
      onDeleted={onDeleted}
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

/** Which dialog of the Inventory screen is open, and for what. */
import { useRef } from 'react';
import type { Product } from '../../api/types';
import { CurrencyDialog } from './CurrencyDialog';
import { ImportDialog } from './csv/ImportDialog';
import { DeleteProduct } from './DeleteProduct';
import { NewProduct } from './panel/NewProduct';
import { ProductPanel } from './panel/ProductPanel';

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
  const { open, products, rate, canManage, onOpen, onClose, onDeleted } = props;
  const { product, gone } = useProduct(products, 'id' in open ? open.id : null);

  if (open.what === 'new') return <NewProduct barcode={open.barcode} onClose={onClose} />;
  if (open.what === 'import') return <ImportDialog file={open.file} onClose={onClose} />;
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

/** The product as the list has it now; the last that was known of it when a colleague has deleted it. */
function useProduct(products: readonly Product[], id: number | null) {
  const now = id === null ? undefined : products.find((product) => product.id === id);
  const last = useRef(now);
  if (now) last.current = now;
  return { product: now ?? last.current, gone: !now };
}

/** The sheet of a product: view mode, edit form, and what opens above it: stock, currency, deleting. */
import { lazy, Suspense } from 'react';
import type { Product } from '../../../api/types';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { Price } from '../Price';
import { groupOf } from '../rules/pricing';
import { panel as words } from '../strings';
import { EditProduct } from './EditProduct';
import { ProductView } from './ProductView';
import { StockDialog } from './StockDialog';

const loadCurrencyDialog = () => import('../CurrencyDialog');
const loadDeleteProduct = () => import('../DeleteProduct');
const CurrencyDialog = lazy(loadCurrencyDialog);
const DeleteProduct = lazy(loadDeleteProduct);
/** Not needed to show the sheet. */
export const loadDeeds = () => Promise.all([loadCurrencyDialog(), loadDeleteProduct()]);

export type PanelMode = 'view' | 'edit' | 'stock' | 'currency' | 'delete';

interface ProductPanelProps {
  product: Product;
  /** A colleague deleted it while it was open here. */
  gone: boolean;
  rate: number | undefined;
  canManage: boolean;
  mode: PanelMode;
  onMode: (mode: PanelMode) => void;
  onClose: () => void;
  onDeleted: () => void;
}

export default function ProductPanel(props: ProductPanelProps) {
  const { product, gone, rate, canManage, mode, onMode, onClose, onDeleted } = props;
  const note = [groupOf(product), product.brand, product.barcode].filter(Boolean).join(' · ');
  const view = () => onMode('view');
  const isEdited = mode === 'edit' && canManage;
  return (
    <>
      <Sheet
        title={product.name}
        note={note}
        tools={isEdited ? undefined : <Price product={product} className="end total" />}
        onClose={onClose}
      >
        {gone && mode !== 'delete' && <Alert kind="warning">{words.gone}</Alert>}
        {isEdited ? (
          <EditProduct product={product} onDone={view} />
        ) : (
          <ProductView product={product} rate={rate} canManage={canManage && !gone} onMode={onMode} />
        )}
      </Sheet>
      {mode === 'stock' && canManage && <StockDialog product={product} onClose={view} />}
      <Suspense fallback={null}>
        {mode === 'currency' && canManage && (
          <CurrencyDialog product={product} gone={gone} rate={rate} onClose={view} />
        )}
        {mode === 'delete' && canManage && (
          <DeleteProduct
            product={product}
            onClose={view}
            onDeleted={() => {
              onDeleted();
              onClose();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

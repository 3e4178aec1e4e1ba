/** The detail panel of a product: view mode, edit form and stock dialog. */
import { CATEGORY_LABEL } from '../../../api/categories';
import type { Product } from '../../../api/types';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { panel as words } from '../strings';
import { EditProduct } from './EditProduct';
import { ProductView } from './ProductView';
import { StockDialog } from './StockDialog';

export type PanelMode = 'view' | 'edit' | 'stock';

interface ProductPanelProps {
  product: Product;
  /** A colleague deleted it while it was open here. */
  gone: boolean;
  rate: number | undefined;
  canManage: boolean;
  mode: PanelMode;
  onMode: (mode: PanelMode) => void;
  onClose: () => void;
}

export default function ProductPanel({
  product,
  gone,
  rate,
  canManage,
  mode,
  onMode,
  onClose,
}: ProductPanelProps) {
  const note = [product.brand, CATEGORY_LABEL[product.category]].filter(Boolean).join(' · ');
  const view = () => onMode('view');
  return (
    <>
      <Sheet title={product.name} note={note} onClose={onClose}>
        {gone && <Alert kind="warning">{words.gone}</Alert>}
        {mode === 'edit' && canManage ? (
          <EditProduct product={product} onDone={view} />
        ) : (
          <ProductView product={product} rate={rate} canManage={canManage && !gone} onMode={onMode} />
        )}
      </Sheet>
      {mode === 'stock' && canManage && <StockDialog product={product} onClose={view} />}
    </>
  );
}

/** View mode of the product's sheet: its stock, what can be done with it, details and stock movements. */
import { Banknote, Package, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import type { Product } from '../../../api/types';
import { levelText } from '../../../parts/stock/amount';
import { Badge } from '../../../ui/Badge';
import { useTakeOverFocus } from '../../../ui/dialog/useTakeOverFocus';
import { hasLevel, hasSteps, STOCK_LABEL, stockStatus, watched } from '../rules/stock';
import { remove, panel as words } from '../strings';
import { Facts } from './Facts';
import { Movements } from './Movements';
import { QuickStock } from './QuickStock';
import { SoldOut } from './SoldOut';
import '../../../styles/shared/deeds.css';
import './panel.css';

/** For bars with head office. */
const Detach = lazy(() => import('../../../parts/head-office/Detach'));

interface ProductViewProps {
  product: Product;
  rate: number | undefined;
  canManage: boolean;
  onMode: (mode: 'edit' | 'stock' | 'currency' | 'delete') => void;
}

export function ProductView({ product, rate, canManage, onMode }: ProductViewProps) {
  const edit = useRef<HTMLButtonElement>(null);
  useTakeOverFocus(edit);
  return (
    <>
      <div className="split">
        <span>
          <span className="sr-only">{words.stockOnHand}</span>
          {product.stock === null ? (
            <output>{words.uncounted}</output>
          ) : (
            <>
              <output className={isPlain(product) ? 'big' : 'big words'}>
                {levelText(product, product.stock)}
              </output>{' '}
              <span>{words.left}</span>
            </>
          )}
        </span>
        <StockBadge product={product} />
      </div>
      {canManage && hasSteps(product) && <QuickStock product={product} />}
      <div className="deeds">
        <SoldOut product={product} />
        {canManage && (
          <>
            <button
              type="button"
              aria-label={words.setCurrencyFor(product.name)}
              onClick={() => onMode('currency')}
            >
              <Banknote />
              {words.setCurrency}
            </button>
            <button
              type="button"
              className="ends"
              aria-label={remove.open(product.name)}
              onClick={() => onMode('delete')}
            >
              <Trash2 />
              {remove.action}
            </button>
          </>
        )}
      </div>
      <Facts product={product} rate={rate} />
      {product.description && <p>{product.description}</p>}
      {canManage && product.chain && (
        <Suspense fallback={null}>
          <Detach product={product} />
        </Suspense>
      )}
      {canManage && <Movements product={product} />}
      {canManage && (
        <footer className="pair">
          {hasLevel(product) && (
            <button type="button" className="secondary large" onClick={() => onMode('stock')}>
              <Package />
              {words.updateStock}
            </button>
          )}
          <button ref={edit} type="button" className="large" onClick={() => onMode('edit')}>
            <Pencil />
            {words.edit}
          </button>
        </footer>
      )}
    </>
  );
}

/** Whether its level is a number alone. */
const isPlain = ({ unit, packs }: Product): boolean => unit === 'piece' && packs.length === 0;

/** What the level means tonight. A mixture, and what is not sold by itself, is never low. */
function StockBadge({ product }: { product: Product }) {
  const portions = watched(product);
  if (product.soldOut) return <Badge status="out">{words.soldOut}</Badge>;
  if (product.needsCount) return <Badge status="low">{words.needsCount}</Badge>;
  if (portions === null) return null;
  const status = stockStatus(portions);
  return <Badge status={status}>{STOCK_LABEL[status]}</Badge>;
}

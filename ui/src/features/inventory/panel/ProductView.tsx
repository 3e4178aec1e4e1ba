/** View mode of the product's sheet: its stock, what can be done with it, details and stock movements. */
import { Banknote, Package, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { CATEGORY_LABEL } from '../../../api/categories';
import type { Product } from '../../../api/types';
import { formatCount, formatMoney, formatRateLine, formatTotal } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { Badge } from '../../../ui/Badge';
import { useTakeOverFocus } from '../../../ui/dialog/useTakeOverFocus';
import { CurrencyBadge } from '../../../ui/money/CurrencyBadge';
import { hasDrifted, onlyCurrency } from '../rules/pricing';
import { STOCK_LABEL, stockStatus, watched } from '../rules/stock';
import { hints, remove, panel as words } from '../strings';
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
  const status = stockStatus(watched(product));
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
              <output className="big">{formatCount(product.stock)}</output> <span>{words.left}</span>
            </>
          )}
        </span>
        {product.soldOut ? (
          <Badge status="out">{words.soldOut}</Badge>
        ) : (
          product.stock !== null && (
            <Badge status={product.needsCount ? 'low' : status}>
              {product.needsCount ? words.needsCount : STOCK_LABEL[status]}
            </Badge>
          )
        )}
      </div>
      {canManage && product.stock !== null && <QuickStock product={product} />}
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
      {canManage && <Movements productId={product.id} />}
      {canManage && (
        <footer className="pair">
          {product.stock !== null && (
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

function Facts({ product, rate }: { product: Product; rate: number | undefined }) {
  const only = onlyCurrency(product);
  const value = (price: string) => fromServer(price) * (watched(product) ?? 0);
  return (
    <>
      <dl className="facts">
        <dt>{words.category}</dt>
        <dd>{CATEGORY_LABEL[product.category]}</dd>
        <dt>{words.currency}</dt>
        <dd>
          <CurrencyBadge currency={product.currency} />
          {only && <> {hints.only[only]}</>}
        </dd>
        {watched(product) !== null && (
          <>
            <dt>{words.valueInStock}</dt>
            <dd>
              {formatMoney(value(product.effectivePriceUSD), 'USD')} ·{' '}
              {formatTotal(value(product.effectivePriceLRD), 'LRD')}
            </dd>
          </>
        )}
      </dl>
      {product.isAvailable === 0 && <p>{hints.hidden}</p>}
      {product.exchangeRate !== null && rate !== undefined && hasDrifted(product.exchangeRate, rate) && (
        <p className="alert" data-status="warning">
          {hints.driftedInFull(formatRateLine(product.exchangeRate), formatRateLine(rate))}
        </p>
      )}
    </>
  );
}

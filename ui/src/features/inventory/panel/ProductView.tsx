/** View mode of the product panel: details, quick stock buttons and stock movements. */
import { Package, Pencil } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import type { Product } from '../../../api/types';
import { formatCount, formatMoney, formatRateLine, formatTotal } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { Badge } from '../../../ui/Badge';
import { useTakeOverFocus } from '../../../ui/dialog/useTakeOverFocus';
import { CurrencyBadge } from '../../../ui/money/CurrencyBadge';
import { Price } from '../Price';
import { hasDrifted, onlyCurrency } from '../rules/pricing';
import { STOCK_LABEL, stockStatus } from '../rules/stock';
import { card, panel as words } from '../strings';
import { Movements } from './Movements';
import { QuickStock } from './QuickStock';

/** For bars with head office. */
const Detach = lazy(() => import('../../../parts/head-office/Detach'));

interface ProductViewProps {
  product: Product;
  rate: number | undefined;
  canManage: boolean;
  onMode: (mode: 'edit' | 'stock') => void;
}

export function ProductView({ product, rate, canManage, onMode }: ProductViewProps) {
  const status = stockStatus(product.stock);
  const edit = useRef<HTMLButtonElement>(null);
  useTakeOverFocus(edit);
  return (
    <>
      <div className="split">
        <div>
          <small>{words.stockOnHand}</small>
          <div className="row">
            <output className="big">{formatCount(product.stock)}</output>
            <Badge status={status}>{STOCK_LABEL[status]}</Badge>
          </div>
        </div>
        <Price product={product} className="end total" />
      </div>
      {canManage && <QuickStock product={product} />}
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
          <button type="button" className="secondary large" onClick={() => onMode('stock')}>
            <Package />
            {words.updateStock}
          </button>
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
  const value = (price: string) => fromServer(price) * product.stock;
  return (
    <>
      <dl className="facts">
        <dt>{words.barcode}</dt>
        <dd>{product.barcode}</dd>
        <dt>{words.currency}</dt>
        <dd>
          <CurrencyBadge currency={product.currency} />
          {only && <> {only === 'USD' ? card.usdOnly : card.lrdOnly}</>}
        </dd>
        <dt>{words.valueInStock}</dt>
        <dd>
          {formatMoney(value(product.effectivePriceUSD), 'USD')} ·{' '}
          {formatTotal(value(product.effectivePriceLRD), 'LRD')}
        </dd>
      </dl>
      {product.isAvailable === 0 && <p>{card.hidden}</p>}
      {product.exchangeRate !== null && rate !== undefined && hasDrifted(product.exchangeRate, rate) && (
        <p className="alert" data-status="warning">
          {card.driftedInFull(formatRateLine(product.exchangeRate), formatRateLine(rate))}
        </p>
      )}
    </>
  );
}

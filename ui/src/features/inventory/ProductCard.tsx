/** One product in the list. Its name is the button that opens it, and the whole card is that button's target. */
import { Coins, Pencil, Trash2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { Product } from '../../api/types';
import { formatCount, formatRate } from '../../lib/format';
import { Badge } from '../../ui/Badge';
import type { Open } from './InventoryDialogs';
import { Price } from './Price';
import { onlyCurrency } from './rules/pricing';
import { STOCK_LABEL, stockStatus } from './rules/stock';
import { card as words } from './strings';

/** Created once and shared by all cards, so that rendering a card skips them. */
const COINS = <Coins />;
const PENCIL = <Pencil />;
const BIN = <Trash2 />;

interface ProductCardProps {
  product: Product;
  drifted: boolean;
  canManage: boolean;
  onOpen: (open: Open) => void;
}

export const ProductCard = memo(function ProductCard({
  product,
  drifted,
  canManage,
  onOpen,
}: ProductCardProps) {
  const { id, name } = product;
  const open = (what: 'view' | 'edit' | 'currency' | 'delete') => () => onOpen({ what, id });
  return (
    <li className="card product">
      <div>
        <h3>
          <button type="button" className="name" onClick={open('view')}>
            <span>{name}</span>
          </button>
        </h3>
        <small>{product.brand ?? ' '}</small>
      </div>
      <Price product={product} className="end" />
      <p className="row">
        <StockBadge stock={product.stock} />
        <PriceHint product={product} drifted={drifted} />
        {product.isAvailable === 0 && <Badge>{words.hidden}</Badge>}
      </p>
      {canManage && (
        <div className="tools">
          <Tool label={words.setCurrency(name)} icon={COINS} onClick={open('currency')} />
          <Tool label={words.edit(name)} icon={PENCIL} onClick={open('edit')} />
          <Tool label={words.remove(name)} icon={BIN} onClick={open('delete')} />
        </div>
      )}
    </li>
  );
});

function Tool({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className="quiet icon-only" aria-label={label} onClick={onClick}>
      {icon}
    </button>
  );
}

/** The stock label and the count. */
function StockBadge({ stock }: { stock: number }) {
  const status = stockStatus(stock);
  return (
    <Badge status={status}>
      <span>{STOCK_LABEL[status]}</span>
      {` · ${formatCount(stock)}`}
    </Badge>
  );
}

function PriceHint({ product, drifted }: { product: Product; drifted: boolean }) {
  const only = onlyCurrency(product);
  return (
    <>
      {only && <Badge>{only === 'USD' ? words.usdOnly : words.lrdOnly}</Badge>}
      {drifted && product.exchangeRate !== null && (
        <Badge status="warning">{words.drifted(formatRate(product.exchangeRate))}</Badge>
      )}
    </>
  );
}

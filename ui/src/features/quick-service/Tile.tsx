/** One product on the till: a tap adds one. */
import { memo } from 'react';
import { priceOf } from '../../api/prices';
import type { Product } from '../../api/types';
import { SHELF_LABEL, shelfOf } from '../../lib/shelf';
import { Badge } from '../../ui/Badge';
import { Money } from '../../ui/Money';
import { words as lines } from '../lines/strings';
import { words } from './strings';

interface TileProps {
  product: Product;
  quantity: number;
  onAdd: (product: Product) => void;
}

/** Memoised: a tap draws two tiles anew, not two hundred. */
export const Tile = memo(function Tile({ product, quantity, onAdd }: TileProps) {
  return (
    <button
      type="button"
      className="tile"
      aria-pressed={quantity > 0}
      disabled={product.stock <= 0}
      onClick={() => onAdd(product)}
    >
      <span className="name">{product.name}</span>
      <span className="note">{product.brand}</span>
      <span className="foot">
        <Money {...priceOf(product)} leads={product.currency} />
        <StockHint stock={product.stock} />
      </span>
      {quantity > 0 && (
        <span className="count">
          {quantity}
          <span className="sr-only">{words.inCart}</span>
        </span>
      )}
    </button>
  );
});

/** Plenty is quiet; low and out earn a colour. The whole word is for those who listen. */
function StockHint({ stock }: { stock: number }) {
  const shelf = shelfOf(stock);
  if (shelf === 'out') {
    return (
      <Badge status="out">
        {words.out}
        <span className="sr-only">{words.ofStock}</span>
      </Badge>
    );
  }
  const hint = (
    <>
      <span className="sr-only">{SHELF_LABEL[shelf]}, </span>
      {lines.left(stock)}
    </>
  );
  return shelf === 'low' ? <Badge status="low">{hint}</Badge> : <small>{hint}</small>;
}

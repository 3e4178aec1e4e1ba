/** One product on the till: a tap adds one. */
import { memo } from 'react';
import type { Product } from '../../api/types';
import { Badge } from '../../ui/Badge';
import { Money } from '../../ui/Money';
import { priceOf } from './cart';
import { words } from './strings';

/** Up to here a product is low (product.md, Quick Service). */
const LOW_UP_TO = 10;

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
  if (stock <= 0) {
    return (
      <Badge status="out">
        {words.out}
        <span className="sr-only">{words.ofStock}</span>
      </Badge>
    );
  }
  const hint = (
    <>
      <span className="sr-only">{stock <= LOW_UP_TO ? words.lowStock : words.inStock}, </span>
      {words.left(stock)}
    </>
  );
  return stock <= LOW_UP_TO ? <Badge status="low">{hint}</Badge> : <small>{hint}</small>;
}

/** One product on the till: a tap adds one. */
import { memo } from 'react';
import { priceOf } from '../../api/prices';
import type { Product } from '../../api/types';
import { STOCK_LEVEL_LABEL, stockLevelOf } from '../../lib/stockLevel';
import { Badge } from '../../ui/Badge';
import { Money } from '../../ui/money/Money';
import { words as lines } from '../lines/strings';
import { words } from './strings';

interface TileProps {
  product: Product;
  quantity: number;
  onAdd: (product: Product) => void;
}

/** Memoised: a tap renders two tiles, not two hundred. */
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

/** Only low and out have a colour. Screen readers get the full label. */
function StockHint({ stock }: { stock: number }) {
  const level = stockLevelOf(stock);
  if (level === 'out') {
    return (
      <Badge status="out">
        {words.out}
        <span className="sr-only">{words.ofStock}</span>
      </Badge>
    );
  }
  const hint = (
    <>
      <span className="sr-only">{STOCK_LEVEL_LABEL[level]}, </span>
      {lines.left(stock)}
    </>
  );
  return level === 'low' ? <Badge status="low">{hint}</Badge> : <small>{hint}</small>;
}

/** The stock of a product that can be picked: level and count. */

import { Badge } from '../../ui/Badge';
import type { Stocked } from '../stock/limit';
import { STOCK_LEVEL_LABEL, stockLevelOf } from '../stock/stockLevel';
import { words } from './strings';

export function StockNote({ product }: { product: Stocked }) {
  const portions = product.portions ?? 0;
  const level = stockLevelOf(product);
  return (
    <span className="row">
      <Badge status={level === 'check' ? 'low' : level}>{STOCK_LEVEL_LABEL[level]}</Badge>
      {level !== 'out' && portions > 0 && <small>{words.left(portions)}</small>}
    </span>
  );
}

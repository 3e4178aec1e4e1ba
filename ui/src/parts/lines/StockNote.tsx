/** The stock of a product that can be picked: level and count. */
import { STOCK_LEVEL_LABEL, stockLevelOf } from '../../lib/stockLevel';
import { Badge } from '../../ui/Badge';
import { words } from './strings';

export function StockNote({ stock }: { stock: number }) {
  const level = stockLevelOf(stock);
  return (
    <span className="row">
      <Badge status={level}>{STOCK_LEVEL_LABEL[level]}</Badge>
      {stock > 0 && <small>{words.left(stock)}</small>}
    </span>
  );
}

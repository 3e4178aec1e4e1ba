/** What there is of a product to pick, in a word and a figure. */
import { SHELF_LABEL, shelfOf } from '../../lib/shelf';
import { Badge } from '../../ui/Badge';
import { words } from './strings';

export function StockNote({ stock }: { stock: number }) {
  const shelf = shelfOf(stock);
  return (
    <span className="row">
      <Badge status={shelf}>{SHELF_LABEL[shelf]}</Badge>
      {stock > 0 && <small>{words.left(stock)}</small>}
    </span>
  );
}

/** Quick Drink Orders: buttons for the drinks that are sold most often. */
import { Plus } from 'lucide-react';
import { memo } from 'react';
import { priceOf } from '../../../api/prices';
import type { Product } from '../../../api/types';
import { pickOf, type Ranking } from '../../../parts/picker/ranking';
import { isOut } from '../../../parts/stock/limit';
import { Badge } from '../../../ui/Badge';
import { Money } from '../../../ui/money/Money';
import { words } from '../strings';

/** How many of the drinks are offered (product.md §9). */
const QUICK_DRINKS = 4;

interface QuickDrinksProps {
  products: readonly Product[];
  ranking: Ranking;
  onAdd: (product: Product) => void;
}

/** Memoised: opening a dialog does not render the buttons again. */
export const QuickDrinks = memo(function QuickDrinks({ products, ranking, onAdd }: QuickDrinksProps) {
  const drinks = pickOf(products, ranking.drinks.slice(0, QUICK_DRINKS));
  if (drinks.length === 0) return <p className="meta">{words.noDrinks}</p>;
  return (
    <div className="quick">
      {drinks.map((product) => (
        <button
          key={product.id}
          type="button"
          className="tile"
          disabled={isOut(product)}
          onClick={() => onAdd(product)}
        >
          <span className="name">{product.name}</span>
          <span className="foot">
            <Money {...priceOf(product)} leads={product.currency} />
            {!isOut(product) ? (
              <span className="add">
                <Plus />
              </span>
            ) : (
              <Badge status="out">
                {words.out}
                <span className="sr-only">{words.ofStock}</span>
              </Badge>
            )}
          </span>
        </button>
      ))}
    </div>
  );
});

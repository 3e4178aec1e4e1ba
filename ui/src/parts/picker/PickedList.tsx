/** The selected products of a picker with their quantities. */
import { Trash2 } from 'lucide-react';
import { priceOf } from '../../api/prices';
import type { Product } from '../../api/types';
import { Stepper } from '../../ui/form/Stepper';
import { Money } from '../../ui/money/Money';
import { words as lines } from '../lines/strings';
import { limitOf } from '../stock/limit';
import { words } from './strings';
import type { Quantities } from './TileGroups';

interface PickedListProps {
  products: readonly Product[];
  quantities: Quantities;
  locked: boolean;
  onChange: (product: Product, by: number) => void;
}

export function PickedList({ products, quantities, locked, onChange }: PickedListProps) {
  const known = new Map(products.map((product) => [product.id, product]));
  const picked = [...quantities].flatMap(([id, quantity]) => {
    const product = known.get(id);
    return product ? [{ product, quantity }] : [];
  });
  if (picked.length === 0) return null;
  return (
    <ul className="list" aria-label={words.picked}>
      {picked.map(({ product, quantity }) => {
        const { usd, lrd } = priceOf(product);
        return (
          <li key={product.id} className="cart-line">
            <span className="name">{product.name}</span>
            <Money
              usd={usd * quantity}
              lrd={lrd * quantity}
              leads={product.currency}
              total
              className="inline end"
            />
            <small>{quantity >= limitOf(product) && words.allPicked(quantity)}</small>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a default style */}
            <span className="row" role="group" aria-label={product.name}>
              <Stepper
                value={quantity}
                canLess={!locked}
                canMore={!locked && quantity < limitOf(product)}
                onLess={() => onChange(product, -1)}
                onMore={() => onChange(product, 1)}
              />
              <button
                type="button"
                className="quiet icon-only"
                aria-label={lines.remove}
                disabled={locked}
                onClick={() => onChange(product, -quantity)}
              >
                <Trash2 />
              </button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

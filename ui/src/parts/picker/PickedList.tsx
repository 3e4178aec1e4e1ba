/** The selected products of a picker with their quantities; a pack with a label is a line without steps. */
import { Trash2 } from 'lucide-react';
import type { Product } from '../../api/types';
import { Stepper } from '../../ui/form/Stepper';
import { Money } from '../../ui/money/Money';
import { addOne, type Line, takeOne, totalOf, withQuantity } from '../lines/lines';
import { words as lineWords } from '../lines/strings';
import { limitOf } from '../stock/limit';
import { words } from './strings';

interface PickedListProps {
  lines: readonly Line[];
  /** A line whose product is not among them is not shown. */
  products: readonly Product[];
  locked: boolean;
  onLines: (lines: readonly Line[]) => void;
}

export function PickedList({ lines, products, locked, onLines }: PickedListProps) {
  const known = new Map(products.map((product) => [product.id, product]));
  const picked = lines.flatMap((line) => {
    const product = known.get(line.productId);
    return product ? [{ line, product }] : [];
  });
  if (picked.length === 0) return null;
  return (
    <ul className="list" aria-label={words.picked}>
      {picked.map(({ line, product }) => {
        const { name, quantity, label } = line;
        const most = limitOf(product, line.anyway);
        return (
          <li key={`${product.id} ${line.pack}`} className="cart-line">
            <span className="name">{name}</span>
            <Money {...totalOf([line])} leads={line.currency} total className="inline end" />
            <small>{label ? lineWords.byLabel : quantity >= most && words.allPicked(quantity)}</small>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a default style */}
            <span className="row" role="group" aria-label={name}>
              {!label && (
                <Stepper
                  value={quantity}
                  canLess={!locked}
                  canMore={!locked && quantity < most}
                  onLess={() => onLines(takeOne(lines, product.id))}
                  onMore={() => onLines(addOne(lines, product))}
                />
              )}
              <button
                type="button"
                className="quiet icon-only"
                aria-label={lineWords.remove}
                disabled={locked}
                onClick={() => onLines(withQuantity(lines, line, 0))}
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

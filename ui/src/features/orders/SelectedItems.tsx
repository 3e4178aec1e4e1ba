/** What is selected for an order, how many of each, and what that comes to. */
import { Trash2 } from 'lucide-react';
import type { Product } from '../../api/types';
import { formatMoney } from '../../lib/format';
import { Money } from '../../ui/Money';
import { Stepper } from '../../ui/Stepper';
import { addOne, countOf, type Line, mainCurrency, takeOne, totalOf, withQuantity } from './lines';
import { newOrder as words } from './strings';

interface SelectedItemsProps {
  lines: readonly Line[];
  products: readonly Product[];
  onLines: (lines: readonly Line[]) => void;
  /** While it is on its way, what is selected stays as it is. */
  locked: boolean;
}

export function SelectedItems({ lines, products, onLines, locked }: SelectedItemsProps) {
  if (lines.length === 0) return null;
  return (
    <section aria-label={words.items}>
      <ul className="list">
        {lines.map((line) => (
          <Selected
            key={line.productId}
            line={line}
            product={products.find(({ id }) => id === line.productId)}
            lines={lines}
            onLines={onLines}
            locked={locked}
          />
        ))}
      </ul>
    </section>
  );
}

interface SelectedProps extends Omit<SelectedItemsProps, 'products'> {
  line: Line;
  product: Product | undefined;
}

function Selected({ line, product, lines, onLines, locked }: SelectedProps) {
  const { productId, name, quantity, currency, price, was } = line;
  const stock = product?.stock ?? quantity;
  const unit = (dual: Line['price']) => formatMoney(currency === 'USD' ? dual.usd : dual.lrd, currency);
  return (
    <li className="cart-line">
      <span className="name">{name}</span>
      <Money {...totalOf([line])} leads={currency} total className="inline end" />
      <small>
        {words.each(unit(price))}
        {was && <> · {words.was(unit(was))}</>}
        {quantity >= stock && <> · {words.allSelected(quantity)}</>}
      </small>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look of its own */}
      <span className="row" role="group" aria-label={name}>
        <Stepper
          value={quantity}
          canLess={!locked}
          canMore={!locked && product !== undefined && quantity < stock}
          onLess={() => onLines(takeOne(lines, productId))}
          onMore={() => product && onLines(addOne(lines, product))}
        />
        <button
          type="button"
          className="quiet icon-only"
          aria-label={words.remove}
          disabled={locked}
          onClick={() => onLines(withQuantity(lines, productId, 0))}
        >
          <Trash2 />
        </button>
      </span>
    </li>
  );
}

/** The total in both currencies, with what it says about itself. */
export function SelectedTotal({ lines }: { lines: readonly Line[] }) {
  return (
    <div className="row">
      <span className="grow">
        {words.selected(countOf(lines))}
        <br />
        <small>{words.mixed}</small>
      </span>
      <output aria-label={words.total}>
        <Money {...totalOf(lines)} leads={mainCurrency(lines)} total className="total end" />
      </output>
    </div>
  );
}

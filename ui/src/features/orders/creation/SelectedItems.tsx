/** The selected items of an order with their quantities, and the total. */
import type { Product } from '../../../api/types';
import { leadingCurrency } from '../../../lib/money/money';
import { LineRow } from '../../../parts/lines/LineRow';
import {
  addOne,
  countOf,
  grandTotalOf,
  type Line,
  takeOne,
  withNote,
  withPrice,
  withQuantity,
} from '../../../parts/lines/lines';
import { Money } from '../../../ui/money/Money';
import { newOrder as words } from '../strings';

interface SelectedItemsProps {
  lines: readonly Line[];
  products: readonly Product[];
  onLines: (lines: readonly Line[]) => void;
  /** True while the request is being sent. */
  locked: boolean;
}

export function SelectedItems({ lines, products, onLines, locked }: SelectedItemsProps) {
  if (lines.length === 0) return null;
  return (
    <section aria-label={words.items}>
      <ul className="list">
        {lines.map((line) => {
          const { productId } = line;
          return (
            <LineRow
              key={`${productId} ${line.pack}`}
              line={line}
              product={products.find(({ id }) => id === productId)}
              locked={locked}
              all={words.allSelected}
              onLess={() => onLines(takeOne(lines, productId))}
              onMore={(product) => onLines(addOne(lines, product))}
              onRemove={() => onLines(withQuantity(lines, line, 0))}
              onPrice={(price, rate) => onLines(withPrice(lines, line, price, rate))}
              onNote={(note) => onLines(withNote(lines, line, note))}
            />
          );
        })}
      </ul>
    </section>
  );
}

/** The total in both currencies, with the item count and a note on conversion. */
export function SelectedTotal({ lines }: { lines: readonly Line[] }) {
  return (
    <div className="row">
      <span className="grow">
        {words.selected(countOf(lines))}
        <br />
        <small>{words.mixed}</small>
      </span>
      <output aria-label={words.total}>
        <Money {...grandTotalOf(lines)} leads={leadingCurrency(lines)} total className="total end" />
      </output>
    </div>
  );
}

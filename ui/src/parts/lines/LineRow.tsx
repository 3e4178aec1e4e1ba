/** One line of a cart or an order: product, quantity, price, and for managers Change Price. */
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { Product } from '../../api/types';
import { formatMoney } from '../../lib/format';
import { inOne } from '../../lib/money/money';
import { Stepper } from '../../ui/form/Stepper';
import { Money } from '../../ui/money/Money';
import { limitOf } from '../stock/limit';
import { ChangePrice } from './ChangePrice';
import { type Line, type NewPrice, totalOf } from './lines';
import { NoteField } from './NoteField';
import { words } from './strings';

interface LineRowProps {
  line: Line;
  /** Undefined when the product is no longer sold. */
  product: Product | undefined;
  /** True while the request is being sent. */
  locked: boolean;
  /** 'all 3 in cart' */
  all: (count: number) => string;
  onLess: () => void;
  onMore: (product: Product) => void;
  onRemove: () => void;
  onPrice: (price: NewPrice | null, rate: number) => void;
  /** Absent where lines have no notes. */
  onNote?: (note: string) => void;
}

export function LineRow(props: LineRowProps) {
  const { line, product, locked, all, onLess, onMore, onRemove, onPrice, onNote } = props;
  const { name, quantity, price, currency, was, discount, label } = line;
  const stock = product ? (line.anyway ? Number.POSITIVE_INFINITY : limitOf(product)) : quantity;
  const nameId = useId();
  return (
    <li className="cart-line">
      <span className="name" id={nameId}>
        {name}
      </span>
      <Money {...totalOf([line])} leads={currency} total className="inline end" />
      <ChangePrice line={line} disabled={locked} describedBy={nameId} onPrice={onPrice}>
        {label ? words.byLabel : words.each(formatMoney(inOne(price, currency), currency))}
        {was && <> · {words.was(formerPrice(line))}</>}
        {discount && (
          <>
            {' '}
            · {words.listPrice(formatMoney(inOne(discount.list, currency), currency))} · {discount.reason}
          </>
        )}
        {quantity >= stock && <> · {all(quantity)}</>}
      </ChangePrice>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a default style */}
      <span className="row" role="group" aria-label={name}>
        {!label && (
          <Stepper
            value={quantity}
            canLess={!locked}
            canMore={!locked && product !== undefined && quantity < stock}
            onLess={onLess}
            onMore={() => product && onMore(product)}
          />
        )}
        <button
          type="button"
          className="quiet icon-only"
          aria-label={words.remove}
          disabled={locked}
          onClick={onRemove}
        >
          <Trash2 />
        </button>
      </span>
      {onNote && <NoteField item={name} value={line.note ?? ''} locked={locked} onValue={onNote} />}
    </li>
  );
}

/** The old price in the currency whose price has changed: after a rate change that is the converted one. */
function formerPrice({ price, was = price, currency }: Line): string {
  const dollars = currency === 'USD' ? was.usd !== price.usd : was.lrd === price.lrd;
  return dollars ? formatMoney(was.usd, 'USD') : formatMoney(was.lrd, 'LRD');
}

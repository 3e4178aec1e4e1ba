/** The lines of the cart: how many of what, and what that costs. */
import { ShoppingCart, Trash2 } from 'lucide-react';
import type { Product } from '../../api/types';
import { formatMoney } from '../../lib/format';
import { Money } from '../../ui/Money';
import { Empty } from '../../ui/States';
import { Stepper } from '../../ui/Stepper';
import type { CartLine } from './cart';
import { words } from './strings';
import type { CartHandle } from './useCart';

interface CartLinesProps extends CartHandle {
  products: readonly Product[];
  /** While a sale is on its way, what it holds stays as it is. */
  locked: boolean;
}

export function CartLines({ cart, dispatch, products, locked }: CartLinesProps) {
  if (cart.lines.length === 0) {
    return (
      <Empty text={words.cartEmpty} icon={ShoppingCart}>
        <small>{words.cartEmptyLead}</small>
      </Empty>
    );
  }
  return (
    <ul className="list">
      {cart.lines.map((line) => (
        <Line
          key={line.productId}
          line={line}
          product={products.find(({ id }) => id === line.productId)}
          dispatch={dispatch}
          locked={locked}
        />
      ))}
    </ul>
  );
}

interface LineProps extends Pick<CartLinesProps, 'dispatch' | 'locked'> {
  line: CartLine;
  /** Missing when it is no longer sold. */
  product: Product | undefined;
}

function Line({ line, product, dispatch, locked }: LineProps) {
  const { productId, name, quantity, price, currency } = line;
  const stock = product?.stock ?? quantity;
  return (
    <li className="cart-line">
      <span className="name">{name}</span>
      <Money
        total
        usd={price.usd * quantity}
        lrd={price.lrd * quantity}
        leads={currency}
        className="inline end"
      />
      <small>
        {words.each(formatMoney(currency === 'USD' ? price.usd : price.lrd, currency))}
        {line.was && <> · {words.was(formerPrice(line))}</>}
        {quantity >= stock && <> · {words.allInCart(quantity)}</>}
      </small>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look of its own */}
      <span className="row" role="group" aria-label={name}>
        <Stepper
          value={quantity}
          canLess={!locked}
          canMore={!locked && product !== undefined && quantity < stock}
          onLess={() => dispatch({ type: 'less', productId })}
          onMore={() => product && dispatch({ type: 'add', product })}
        />
        <button
          type="button"
          className="quiet icon-only"
          aria-label={words.remove}
          disabled={locked}
          onClick={() => dispatch({ type: 'remove', productId })}
        >
          <Trash2 />
        </button>
      </span>
    </li>
  );
}

/** The old price in the currency whose price has changed: after a new rate that is not the product's own. */
function formerPrice({ price, was = price, currency }: CartLine): string {
  const dollars = currency === 'USD' ? was.usd !== price.usd : was.lrd === price.lrd;
  return dollars ? formatMoney(was.usd, 'USD') : formatMoney(was.lrd, 'LRD');
}

/** The lines of the cart. */
import { ShoppingCart } from 'lucide-react';
import type { Product } from '../../../api/types';
import { LineRow } from '../../../parts/lines/LineRow';
import { Empty } from '../../../ui/feedback/States';
import type { CartHandle } from '../useCart';
import { words } from './strings';

interface CartLinesProps extends CartHandle {
  products: readonly Product[];
  /** True while the sale is being sent. */
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
      {cart.lines.map((line) => {
        const { productId } = line;
        return (
          <LineRow
            key={`${productId} ${line.pack}`}
            line={line}
            product={products.find(({ id }) => id === productId)}
            locked={locked}
            all={words.allInCart}
            onLess={() => dispatch({ type: 'less', productId })}
            onMore={(product) => dispatch({ type: 'add', product })}
            onRemove={() => dispatch({ type: 'remove', line })}
            onPrice={(price, rate) => dispatch({ type: 'price', line, price, rate })}
          />
        );
      })}
    </ul>
  );
}

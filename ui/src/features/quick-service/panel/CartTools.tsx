/** Park and Clear, beside the title of the opened cart. */
import type { CartHandle } from '../useCart';
import { isLocked } from './locked';
import type { Processing } from './ProcessButton';
import { words } from './strings';

interface CartToolsProps extends Pick<CartHandle, 'cart' | 'dispatch'> {
  sale: Processing;
  onClose: () => void;
}

export default function CartTools({ cart, dispatch, sale, onClose }: CartToolsProps) {
  if (cart.lines.length === 0) return null;
  const button = (type: 'park' | 'clear', label: string, locked: boolean) => (
    <button
      type="button"
      className="quiet"
      disabled={locked}
      onClick={() => {
        dispatch({ type });
        onClose();
      }}
    >
      {label}
    </button>
  );
  return (
    <span className="row cart-tools">
      {button('park', words.park, isLocked({ cart, sale }))}
      {button('clear', words.clear, sale.pending)}
    </span>
  );
}

/** The carts of other guests: a chip for each takes its cart back and parks the present one. */
import { Pause } from 'lucide-react';
import { formatTotal } from '../../../lib/format';
import { inOne, leadingCurrency } from '../../../lib/money/money';
import { grandTotalOf, type Line } from '../../../parts/lines/lines';
import { Choices } from '../../../ui/form/Choices';
import type { CartHandle } from '../useCart';
import { words } from './strings';
import './panel.css';

const NOW = 'now';

interface ParkedCartsProps extends Pick<CartHandle, 'cart' | 'unpark'> {
  /** True while the sale is being sent, or is not answered. */
  locked: boolean;
}

export default function ParkedCarts({ cart, unpark, locked }: ParkedCartsProps) {
  if (cart.parked.length === 0) return null;
  const chips = cart.parked.map(({ id, lines }) => ({
    value: String(id),
    disabled: locked,
    label: (
      <>
        <Pause />
        {words.parkedCart(amountOf(lines))}
      </>
    ),
  }));
  return (
    <div className="parked">
      <Choices
        label={words.carts}
        value={NOW}
        onValue={(value) => unpark(Number(value))}
        options={[{ value: NOW, label: words.now }, ...chips]}
      />
    </div>
  );
}

/** In the currency of most of its lines. */
function amountOf(lines: readonly Line[]): string {
  const currency = leadingCurrency(lines);
  return formatTotal(inOne(grandTotalOf(lines), currency), currency);
}

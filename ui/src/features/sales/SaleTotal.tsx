/** What the quick sale comes to, in both currencies. */
import type { Product } from '../../api/types';
import { fromServer } from '../../lib/money';
import { Money } from '../../ui/Money';
import { quickSale as words } from './strings';

export function SaleTotal({ product, quantity }: { product: Product | undefined; quantity: number | null }) {
  const count = quantity !== null && quantity > 0 ? quantity : 0;
  return (
    <div className="split">
      <span>{words.total}</span>
      <output>
        <Money
          total
          usd={fromServer(product?.effectivePriceUSD) * count}
          lrd={fromServer(product?.effectivePriceLRD) * count}
          leads={product?.currency}
          className="total end"
        />
      </output>
    </div>
  );
}

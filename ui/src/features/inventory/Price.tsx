/** A product's price in both currencies, the one it is priced in first. */
import { priceOf } from '../../api/prices';
import type { Product } from '../../api/types';
import { Money } from '../../ui/money/Money';

export function Price({ product, className }: { product: Product; className?: string }) {
  const leads = product.currency;
  return (
    <Money
      {...priceOf(product)}
      leads={leads}
      // A second price of its own is exact; one that follows the rate is not.
      approximate={(leads === 'USD' ? product.priceLRD : product.priceUSD) === null}
      className={className}
    />
  );
}

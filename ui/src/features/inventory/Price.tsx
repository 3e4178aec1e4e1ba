/** A product's price in both currencies, its own currency first. */
import { priceOf } from '../../api/prices';
import type { Product } from '../../api/types';
import { Money } from '../../ui/money/Money';

export function Price({ product, className }: { product: Product; className?: string }) {
  const leads = product.currency;
  return (
    <Money
      {...priceOf(product)}
      leads={leads}
      // A second price that was set is exact; one converted at the rate is approximate.
      approximate={(leads === 'USD' ? product.priceLRD : product.priceUSD) === null}
      className={className}
    />
  );
}

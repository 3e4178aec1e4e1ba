/** Whether the bar is ready, as the badges of the tour's last step say it. */
import { useGet } from '../../api/http/query';
import type { Product } from '../../api/types';
import { isOut, type Stocked } from '../../parts/stock/limit';

export interface Readiness {
  inventory: boolean;
  sales: boolean;
  menu: boolean;
}

/** Null until the products are loaded. */
export function useReadiness(): Readiness | null {
  const products = useGet('/api/products').data;
  return products ? readinessOf(products) : null;
}

/** There are products; one of them is on the shelf; one of them is on the menu. */
export function readinessOf(products: readonly (Stocked & Pick<Product, 'isAvailable'>)[]): Readiness {
  const offered = products.filter(({ isAvailable }) => isAvailable === 1);
  return {
    inventory: products.length > 0,
    sales: offered.some((product) => !isOut(product)),
    menu: offered.length > 0,
  };
}

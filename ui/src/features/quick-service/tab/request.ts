/** The request that puts the cart on a tab. */
import type { CreditBatchBody } from '../../../api/types';
import type { Customer } from '../../../parts/customers/customers';
import { oversellOf } from '../../../parts/lines/lines';
import { type Cart, requestOf } from '../cart';

/** The lines of the sale, without a payment. */
export function tabRequestOf(
  cart: Cart,
  rate: number | undefined,
  { customerName, customerPhone }: Customer,
): CreditBatchBody {
  const items = requestOf(cart, rate).sales.map(({ paymentMethod, ...line }) => line);
  return { customerName, customerPhone, items, ...oversellOf(cart.lines) };
}

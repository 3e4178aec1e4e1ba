/** The discounts of an order as rows above its total. */
import type { Order } from '../../../api/types';
import { bothAmounts } from '../amounts';
import { orders as words } from '../strings';
import { discountsOf } from './discounts';

export function DiscountRows({ order }: { order: Order }) {
  return (
    <>
      {discountsOf(order).map(({ text, approvedBy, amounts }) => [
        <dt key={text}>
          {text}
          {approvedBy && (
            <>
              <br />
              {words.approvedBy(approvedBy)}
            </>
          )}
        </dt>,
        <dd key={`${text} amount`}>−{bothAmounts(amounts, order.currency)}</dd>,
      ])}
    </>
  );
}

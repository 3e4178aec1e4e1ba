/** A line of a cart or an order. */
import type { Currency, Dual } from '../../lib/money/money';

export interface Line {
  productId: number;
  name: string;
  quantity: number;
  /** The currency that the product is priced in. */
  currency: Currency;
  /** Unit price in both currencies. */
  price: Dual;
  /** The price that was shown before the server changed it. */
  was?: Dual;
  /** Set when a manager has changed the price. */
  discount?: Discount;
  /** Sold although the box believes that there are not as many. */
  anyway?: boolean;
  /** For the kitchen: 'no pepper'. */
  note?: string;
  /** The label of a scale, which says the price: each pack with one is a line of its own. */
  label?: string;
  /** Tells packs with a label apart, from 1. */
  pack?: number;
}

/** Which of the lines it is. */
export type LineKey = Pick<Line, 'productId' | 'pack'>;

interface Discount {
  reason: string;
  /** The chosen reason of the list. */
  reasonId?: number;
  /** The list price per unit. */
  list: Dual;
}

/** The part of a line that decides what is owed for it. */
export type Owing = Pick<Line, 'productId' | 'price' | 'quantity'>;

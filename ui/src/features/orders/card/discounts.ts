/** The discounts of an order, one line for each reason: what the items would cost without them, and what they take off. */
import type { Order, OrderItem } from '../../../api/types';
import { type Cents, type Dual, fromServer } from '../../../lib/money/money';
import { orders as words } from '../strings';

export interface DiscountLine {
  /** '−10 % · Regular guest', or 'Discount · Regular guest' where it is an amount. */
  text: string;
  approvedBy: string | null;
  /** What it takes off, in either currency. */
  amounts: Dual;
}

/** What a discount takes off an item, in the item's currency; nothing for what is given free. */
const takenOff = ({ isComp, currency, discountUSD, discountLRD }: OrderItem): Cents =>
  isComp ? 0 : fromServer(currency === 'USD' ? discountUSD : discountLRD);

/** The item's price without its discount, which is a line of its own. */
export const listTotalOf = (item: OrderItem): Cents => fromServer(item.totalPrice) + takenOff(item);

/** Oldest first. */
export function discountsOf({ items }: Pick<Order, 'items'>): DiscountLine[] {
  const byReason = new Map<string, OrderItem[]>();
  for (const item of items) {
    if (takenOff(item) === 0) continue;
    const reason = item.discountReason ?? '';
    byReason.set(reason, [...(byReason.get(reason) ?? []), item]);
  }
  return [...byReason].map(([reason, discounted]) => {
    const percent = percentOf(discounted);
    const figure = percent === null ? words.discount : `−${percent} %`;
    return {
      text: [figure, reason].filter(Boolean).join(' · '),
      approvedBy: discounted.find(({ approvedBy }) => approvedBy !== null)?.approvedBy ?? null,
      amounts: {
        usd: sumOf(discounted.map(({ discountUSD }) => fromServer(discountUSD))),
        lrd: sumOf(discounted.map(({ discountLRD }) => fromServer(discountLRD))),
      },
    };
  });
}

/** A whole Liberian dollar and a US cent: what rounding moves a discount by. */
const ROUNDING: Record<OrderItem['currency'], Cents> = { USD: 1, LRD: 100 };

/** The whole percent that all of these items have off; null where there is none. */
function percentOf(items: readonly OrderItem[]): number | null {
  const [first] = items;
  if (!first) return null;
  // The dearest one tells it best: its rounding is the smallest part of it.
  const dearest = items.reduce((most, item) => (listTotalOf(item) > listTotalOf(most) ? item : most), first);
  const percent = Math.round((takenOff(dearest) / listTotalOf(dearest)) * 100);
  const fits = items.every(
    (item) => Math.abs(takenOff(item) - (listTotalOf(item) * percent) / 100) <= ROUNDING[item.currency],
  );
  return fits && percent > 0 ? percent : null;
}

const sumOf = (amounts: readonly Cents[]) => amounts.reduce((sum, amount) => sum + amount, 0);

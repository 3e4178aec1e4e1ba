/** What an order still owes, at a rate that its figures agree with. */
import { DEFAULT_RATE } from '../../api/payment';
import type { Order } from '../../api/types';
import { type Dual, divideRounding, fromServer, parseRate } from '../../lib/money';
import type { Bill } from '../../lib/tender';

const RATE_SCALE = 10_000n;

/**
 * The order's figures and the rate come in answers of their own: after a change of rate they may for a moment belong
 * to different rates. Then this is null, and what was shown before stays.
 */
export function billOf(order: Order, rate: string | number): Bill | null {
  const remaining = remainingOf(order);
  const scaled = parseRate(rate);
  if (scaled === null) return null;
  const gap = BigInt(remaining.lrd) * RATE_SCALE - BigInt(remaining.usd) * scaled;
  // Each of the two figures is rounded by half a cent at the most.
  const tolerated = scaled + RATE_SCALE;
  if ((gap < 0n ? -gap : gap) * 2n > tolerated) return null;
  return { rate, owed: owedBy(order, remaining), remaining };
}

/** At a rate that the order's figures may not belong to: what remains is reckoned here. */
export function billAt(order: Order, rate: string | number): Bill {
  const owed = owedBy(order, remainingOf(order));
  const scaled = parseRate(rate) ?? BigInt(DEFAULT_RATE) * RATE_SCALE;
  const value = BigInt(owed.usd) * scaled + BigInt(owed.lrd) * RATE_SCALE;
  return {
    rate,
    owed,
    remaining: { usd: divideRounding(value, scaled), lrd: divideRounding(value, RATE_SCALE) },
  };
}

export function remainingOf(order: Pick<Order, 'remainingUSD' | 'remainingLRD'>): Dual {
  return { usd: fromServer(order.remainingUSD), lrd: fromServer(order.remainingLRD) };
}

/** Of an order that nothing was paid of, to the cent in each currency; else the finer of the two figures. */
function owedBy(order: Order, remaining: Dual): Dual {
  if (order.paymentStatus !== 'unpaid') return { usd: 0, lrd: remaining.lrd };
  const sum = (currency: string) =>
    order.items
      .filter((item) => item.currency === currency)
      .reduce((total, item) => total + fromServer(item.totalPrice), 0);
  return { usd: sum('USD'), lrd: sum('LRD') };
}

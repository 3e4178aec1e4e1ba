/** By Item: which pieces of an order's items go to which bill, and what each bill comes to. */
import type { Order, OrderItem, Pieces as PiecesOfItem } from '../../../api/types';
import { type Dual, fromServer } from '../../../lib/money/money';

/** The box's limit: bill 1 and 19 new ones. */
export const BILLS_MAX = 20;

/** `on[itemId][bill]` is the number of pieces on a bill; bill 0 is bill 1 on the screen, which stays. */
export interface Pieces {
  bills: number;
  on: Readonly<Record<number, readonly number[]>>;
}

/** Everything is on bill 1; bill 2 is empty. */
export function startPieces(items: readonly OrderItem[]): Pieces {
  return { bills: 2, on: Object.fromEntries(items.map(({ id, quantity }) => [id, [quantity]])) };
}

/** The pieces of an item on a bill. */
export const countOn = ({ on }: Pieces, itemId: number, bill: number): number => on[itemId]?.[bill] ?? 0;

/** The bill of each piece of an item, in order: [0, 1, 1]. */
export function billsOf({ bills, on }: Pieces, itemId: number): number[] {
  return Array.from({ length: bills }, (_, bill) => bill).flatMap((bill) =>
    Array.from({ length: on[itemId]?.[bill] ?? 0 }, () => bill),
  );
}

export function addBill(pieces: Pieces): Pieces {
  return { ...pieces, bills: Math.min(pieces.bills + 1, BILLS_MAX) };
}

function moved(pieces: Pieces, itemId: number, from: number, to: number, count: number): Pieces {
  const counts = Array.from({ length: pieces.bills }, (_, bill) => countOn(pieces, itemId, bill));
  counts[from] = (counts[from] ?? 0) - count;
  counts[to] = (counts[to] ?? 0) + count;
  return { ...pieces, on: { ...pieces.on, [itemId]: counts } };
}

/** One piece goes to a bill: from bill 1 while it has any, else from the last other bill that has. */
export function moveOne(pieces: Pieces, itemId: number, to: number): Pieces {
  const others = Array.from({ length: pieces.bills }, (_, bill) => bill).filter(
    (bill) => bill !== to && countOn(pieces, itemId, bill) > 0,
  );
  const from = others[0] === 0 ? 0 : others.at(-1);
  return from === undefined ? pieces : moved(pieces, itemId, from, to, 1);
}

/** The whole item goes to a bill. */
export function moveAll(pieces: Pieces, itemId: number, to: number): Pieces {
  const all = billsOf(pieces, itemId).length;
  const counts = Array.from({ length: pieces.bills }, (_, bill) => (bill === to ? all : 0));
  return { ...pieces, on: { ...pieces.on, [itemId]: counts } };
}

/** One piece goes from a bill back to bill 1. */
export function takeBack(pieces: Pieces, itemId: number, from: number): Pieces {
  const has = from > 0 && countOn(pieces, itemId, from) > 0;
  return has ? moved(pieces, itemId, from, 0, 1) : pieces;
}

/** After another phone has changed the order: choices that still fit stay, what is new is on bill 1. */
export function fitPieces(pieces: Pieces, items: readonly OrderItem[]): Pieces {
  const on = items.map(({ id, quantity }) => {
    const counts = Array.from({ length: pieces.bills }, (_, bill) => countOn(pieces, id, bill));
    let missing = quantity - counts.reduce((sum, count) => sum + count, 0);
    if (missing > 0) counts[0] = (counts[0] ?? 0) + missing;
    // Pieces that are gone are taken from bill 1 first, then from the last bill.
    for (const bill of [0, ...[...counts.keys()].reverse()]) {
      const gone = Math.min(counts[bill] ?? 0, Math.max(0, -missing));
      counts[bill] = (counts[bill] ?? 0) - gone;
      missing += gone;
    }
    return [id, counts] as const;
  });
  return { ...pieces, on: Object.fromEntries(on) };
}

const isEmpty = (pieces: Pieces, bill: number) =>
  !Object.keys(pieces.on).some((itemId) => countOn(pieces, Number(itemId), bill) > 0);

/** What keeps the order from being split: a bill without items, or nothing that stays; null if nothing does. */
export function blockedBy(pieces: Pieces): { emptyBill: number } | null {
  if (isEmpty(pieces, 1)) return { emptyBill: 1 };
  return isEmpty(pieces, 0) ? { emptyBill: 0 } : null;
}

/** How many bills come out of it: bills without items are left out. */
export function billCount(pieces: Pieces): number {
  return Array.from({ length: pieces.bills }, (_, bill) => bill).filter((bill) => !isEmpty(pieces, bill))
    .length;
}

/** The new bills of the request. */
export function billsToSend(pieces: Pieces, items: readonly OrderItem[]): { items: PiecesOfItem[] }[] {
  return Array.from({ length: pieces.bills - 1 }, (_, index) => index + 1)
    .map((bill) => ({
      items: items.flatMap(({ id, quantity }) => {
        const count = countOn(pieces, id, bill);
        return count > 0 ? [{ itemId: id, quantity: count, of: quantity }] : [];
      }),
    }))
    .filter((bill) => bill.items.length > 0);
}

/** What each bill comes to, in both currencies; together they are the order's total. The service charge is shared by amount. */
export function totalsOf(pieces: Pieces, order: Pick<Order, 'items' | 'serviceLines'>): Dual[] {
  const nothing = Array.from({ length: pieces.bills }, (): Dual => ({ usd: 0, lrd: 0 }));
  const goods = order.items.reduce((sums, item) => {
    const counts = sums.map((_, bill) => countOn(pieces, item.id, bill));
    return add(sums, shareOut(grossOf(item), counts, counts));
  }, nothing);
  const usd = goods.map((sum) => sum.usd);
  const lrd = goods.map((sum) => sum.lrd);
  return (order.serviceLines ?? []).reduce(
    (sums, line) => add(sums, shareOut(grossOf(line), usd, lrd)),
    goods,
  );
}

/** What is owed for a line. */
export function grossOf({ grossUSD, grossLRD }: Pick<OrderItem, 'grossUSD' | 'grossLRD'>): Dual {
  return { usd: fromServer(grossUSD), lrd: fromServer(grossLRD) };
}

function shareOut(amount: Dual, byUsd: readonly number[], byLrd: readonly number[]): Dual[] {
  const lrd = apportion(amount.lrd, byLrd);
  return apportion(amount.usd, byUsd).map((usd, index) => ({ usd, lrd: lrd[index] ?? 0 }));
}

const add = (sums: readonly Dual[], more: readonly Dual[]): Dual[] =>
  sums.map(({ usd, lrd }, index) => ({
    usd: usd + (more[index]?.usd ?? 0),
    lrd: lrd + (more[index]?.lrd ?? 0),
  }));

/** Divides whole cents by weights with the largest remainder: the shares sum to the whole. All zero without any weight. */
export function apportion(cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(cents) * BigInt(weight));
  const shares = exact.map((part) => Number(part / BigInt(total)));
  const byRemainder = exact
    .map((part, index) => ({ index, rest: part % BigInt(total) }))
    .sort((one, other) =>
      one.rest === other.rest ? one.index - other.index : one.rest > other.rest ? -1 : 1,
    );
  const missing = cents - shares.reduce((sum, share) => sum + share, 0);
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

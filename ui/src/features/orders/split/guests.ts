/** By Guest: the labels of items, and what each guest's bill comes to. */
import type { Order } from '../../../api/types';
import type { Dual } from '../../../lib/money/money';
import { foldedName } from '../../../parts/customers/names';
import { type Pieces, totalsOf } from './pieces';

export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
/** The box's limit on the length of a label. */
export const GUEST_MAX = 20;

/** Labels that were chosen on this screen and are not stored yet, by item id; null for no guest. */
export type Chosen = Readonly<Record<number, string | null>>;

type Items = Pick<Order, 'items'>;

/** The label of an item: the chosen one, or the stored one. */
export function guestOf(item: Order['items'][number], chosen: Chosen): string | null {
  return chosen[item.id] === undefined ? item.guest : (chosen[item.id] ?? null);
}

const same = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && foldedName(one) === foldedName(other));

/** The labels in use, in the order of the items; they are compared folded, so that upper and lower case are the same guest. */
export function guestsIn({ items }: Items, chosen: Chosen): string[] {
  const all = items.map((item) => guestOf(item, chosen)).filter((guest) => guest !== null);
  return all.filter((guest, index) => all.findIndex((other) => same(other, guest)) === index);
}

/** What the select offers beside No guest and Other: the letters, then other names in use. */
export function choicesFor(order: Items, chosen: Chosen): string[] {
  const named = guestsIn(order, chosen).filter((guest) => !LETTERS.some((letter) => same(letter, guest)));
  return [...LETTERS, ...named];
}

/** The choice that stands for a label: 'a' is 'A'. */
export function choiceOf(guest: string | null, choices: readonly string[]): string {
  return choices.find((choice) => same(choice, guest)) ?? '';
}

export interface GuestBill {
  /** Null for the items without a guest. */
  guest: string | null;
  total: Dual;
}

/** A bill per guest, the items without one first if there are any. */
export function guestBills(order: Pick<Order, 'items' | 'serviceLines'>, chosen: Chosen): GuestBill[] {
  const { items } = order;
  const guests: (string | null)[] = guestsIn(order, chosen);
  if (items.some((item) => guestOf(item, chosen) === null)) guests.unshift(null);
  const on = items.map((item) => {
    const at = guests.findIndex((guest) => same(guest, guestOf(item, chosen)));
    return [item.id, guests.map((_, index) => (index === at ? item.quantity : 0))] as const;
  });
  const pieces: Pieces = { bills: guests.length, on: Object.fromEntries(on) };
  const totals = totalsOf(pieces, order);
  return guests.map((guest, index) => ({ guest, total: totals[index] ?? { usd: 0, lrd: 0 } }));
}

/** The labels to store: those that differ from the stored ones, of items that are still there. */
export function guestsToSend({ items }: Items, chosen: Chosen): { itemId: number; guest: string | null }[] {
  return items
    .filter((item) => guestOf(item, chosen) !== item.guest)
    .map((item) => ({ itemId: item.id, guest: guestOf(item, chosen) }));
}

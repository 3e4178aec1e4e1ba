/** The rounds of an order: what one person added at about the same time, the latest first. */
import type { OrderItem } from '../../../api/types';
import { type Cents, type Dual, fromServer } from '../../../lib/money/money';

export interface Round {
  /** From 1, in the order in which they were added. */
  number: number;
  at: string;
  by: string;
  items: OrderItem[];
  /** What its items cost without discount, in either currency. */
  total: Dual;
}

/** The items of one round are sent one after the other. */
const ROUND_MS = 60_000;

export function roundsOf(items: readonly OrderItem[]): Round[] {
  const rounds: Round[] = [];
  const oldestFirst = [...items].sort((one, other) => Date.parse(one.addedAt) - Date.parse(other.addedAt));
  for (const item of oldestFirst) {
    const last = rounds.at(-1);
    const before = last?.items.at(-1);
    const same =
      before !== undefined &&
      before.addedBy === item.addedBy &&
      Date.parse(item.addedAt) - Date.parse(before.addedAt) < ROUND_MS;
    if (last && same) last.items.push(item);
    else rounds.push(roundWith(item, rounds.length + 1));
  }
  for (const round of rounds) round.total = totalOf(round.items);
  return rounds.reverse();
}

const roundWith = (item: OrderItem, number: number): Round => ({
  number,
  at: item.addedAt,
  by: item.addedBy,
  items: [item],
  total: { usd: 0, lrd: 0 },
});

function totalOf(items: readonly OrderItem[]): Dual {
  const sum = (costs: (item: OrderItem) => Cents) => items.reduce((all, item) => all + costs(item), 0);
  return {
    usd: sum((item) => fromServer(item.grossUSD) + (item.isComp ? 0 : fromServer(item.discountUSD))),
    lrd: sum((item) => fromServer(item.grossLRD) + (item.isComp ? 0 : fromServer(item.discountLRD))),
  };
}

/** Items that are chosen by id; null stands for all. */
interface Item {
  id: number;
}

/** Without those that are gone from the order. */
export const stillThere = (chosen: number[] | null, items: readonly Item[]): number[] | null =>
  chosen?.filter((id) => items.some((item) => item.id === id)) ?? null;

/** Adds or removes an item; null once all are chosen. */
export function toggled(chosen: number[] | null, id: number, items: readonly Item[]): number[] | null {
  const all = items.map((item) => item.id);
  const now = chosen ?? all;
  const next = now.includes(id) ? now.filter((other) => other !== id) : [...now, id];
  return all.every((one) => next.includes(one)) ? null : next;
}

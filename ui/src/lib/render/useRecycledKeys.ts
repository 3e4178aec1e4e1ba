/** React keys that let a list reuse its DOM elements for other items. */
import { useRef } from 'react';

interface KeyAssignment {
  run: number;
  keys: Map<number, number>;
  next: number;
}

/**
 * One key for each of `items`. While `run` stays the same, an item keeps its key wherever it moves: the focused element
 * keeps the focus when another phone changes the list. With a new `run` (another search) the existing elements are reused
 * for the new items by position: updating a card takes a phone about half as long as creating one.
 */
export function useRecycledKeys<T>(items: readonly T[], run: number, idOf: (item: T) => number): number[] {
  const assigned = useRef<KeyAssignment>({ run: -1, keys: new Map(), next: 0 });
  if (assigned.current.run !== run) assigned.current = { run, keys: new Map(), next: 0 };
  const { keys } = assigned.current;
  return items.map((item) => {
    const id = idOf(item);
    const key = keys.get(id) ?? assigned.current.next++;
    keys.set(id, key);
    return key;
  });
}

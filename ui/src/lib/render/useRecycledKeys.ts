/** React keys that let a list reuse its elements for other items. */
import { useRef } from 'react';

interface Given {
  run: number;
  keys: Map<number, number>;
  next: number;
}

/**
 * One key for each of `items`. While `run` stays, an item keeps its key wherever it moves: the focused element keeps the focus when
 * another phone changes the list. With a new `run` (another search) the elements that are there take the new items, place by
 * place: to write other words into a card costs a phone about half of what a new one does.
 */
export function useRecycledKeys<T>(items: readonly T[], run: number, idOf: (item: T) => number): number[] {
  const given = useRef<Given>({ run: -1, keys: new Map(), next: 0 });
  if (given.current.run !== run) given.current = { run, keys: new Map(), next: 0 };
  const { keys } = given.current;
  return items.map((item) => {
    const id = idOf(item);
    const key = keys.get(id) ?? given.current.next++;
    keys.set(id, key);
    return key;
  });
}

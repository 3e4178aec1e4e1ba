/** Keeps the focus in a list of rows: in the first field of a row that was added, and beside one that was removed. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Returns what to call with the place of the row before it is added or removed. */
export function useRowFocus(list: RefObject<HTMLElement | null>, count: number): (place: number) => void {
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    const place = wanted.current;
    wanted.current = null;
    if (place === null) return;
    const rows = list.current?.querySelectorAll<HTMLElement>('.detail-row') ?? [];
    const row = rows[Math.min(place, rows.length - 1)];
    (row?.querySelector('input') ?? list.current?.querySelector<HTMLElement>('.add-row'))?.focus();
  }, [list, count]);
  return (place) => {
    wanted.current = place;
  };
}

/** The older pages of a list: read on request, and automatically while too little was found. */
import { useEffect, useRef, useState } from 'react';
import type { Call } from '../calls';
import { type Page, type RowOf, readPage } from './pages';

/** `stopped`: the user stopped the search. */
type Reading = 'no' | 'yes' | 'failed' | 'stopped';

interface Known<Row> {
  of: string;
  rows: Row[];
  /** Undefined before any was read: the first page names it. */
  next?: string | null;
  reading: Reading;
}

export interface Older<Row> {
  rows: Row[];
  /** There may be even older ones. */
  more: boolean;
  reading: Reading;
  /** Reads pages until there are further rows, or the list ends. */
  readMore: () => void;
  /** Null where there is nothing to stop yet. */
  stop: (() => void) | null;
}

/**
 * `of`: the address of the first page; `first`: that page. The box looks at so many rows for each page and may find few
 * or none among them: until there are `enough`, it is asked for the next one.
 */
export function useOlder<C extends Call<'get'>>(
  of: C,
  first: Page<C> | undefined,
  enough = 0,
): Older<RowOf<C>> {
  type Row = RowOf<C>;
  const [state, setState] = useState<Known<Row>>(() => blank(of));
  const running = useRef<AbortController | null>(null);
  const known: Known<Row> = state.of === of ? state : blank(of);
  const next = known.next === undefined ? (first?.next ?? null) : known.next;
  const missing = enough - ((first?.rows as Row[] | undefined)?.length ?? 0) - known.rows.length;

  // Another list ends the search through this one.
  useEffect(() => () => end(running), [of]);

  async function read(wanted: number) {
    if (next === null || running.current) return;
    const search = new AbortController();
    running.current = search;
    let { rows } = known;
    let from: string | null = next;
    const until = rows.length + wanted;
    const show = (reading: Reading) => setState({ of, rows, next: from, reading });
    show('yes');
    try {
      while (from !== null && rows.length < until) {
        const page: Page<C> = await readPage(from as C, search.signal);
        if (search.signal.aborted) return;
        rows = [...rows, ...(page.rows as Row[])];
        from = page.next;
        show('yes');
      }
      show('no');
    } catch {
      if (!search.signal.aborted) show('failed');
    } finally {
      if (running.current === search) running.current = null;
    }
  }

  const onItsOwn = first !== undefined && next !== null && missing > 0 && known.reading === 'no';
  useEffect(() => {
    if (onItsOwn) void read(missing);
  }, [onItsOwn, of]);

  return {
    rows: known.rows,
    more: next !== null,
    reading: known.reading,
    readMore: () => void read(Math.max(missing, 1)),
    stop: () => {
      end(running);
      setState({ ...known, next, reading: 'stopped' });
    },
  };
}

const NONE: never[] = [];

function blank<Row>(of: string): Known<Row> {
  return { of, rows: NONE, reading: 'no' };
}

function end(running: { current: AbortController | null }) {
  running.current?.abort();
  running.current = null;
}

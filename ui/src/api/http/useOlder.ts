/** Loads the older pages of a list: on request, and automatically while too few rows were found. */
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../lib/state/store';
import type { Call } from '../calls';
import { type Page, type RowOf, readPage } from './pages';
import { forgottenStore } from './query';

/** `stopped`: the user stopped the search. */
type Reading = 'no' | 'yes' | 'failed' | 'stopped';

interface LoadedPages<Row> {
  of: string;
  rows: Row[];
  /** Undefined before any older page was read: then the first page has the address. */
  next?: string | null;
  reading: Reading;
}

export interface Older<Row> {
  rows: Row[];
  /** Whether there may be older rows. */
  more: boolean;
  reading: Reading;
  /** Reads pages until more rows are found or the list ends. */
  readMore: () => void;
  /** Null when nothing is being read. */
  stop: (() => void) | null;
}

/**
 * `of`: the address of the first page; `first`: that page. The server searches a limited number of rows for each page and
 * may find few or none: the next page is requested until there are `enough` rows.
 */
export function useOlder<C extends Call<'get'>>(
  of: C,
  first: Page<C> | undefined,
  enough = 0,
): Older<RowOf<C>> {
  type Row = RowOf<C>;
  // A list that is forgotten takes its older pages with it.
  const list = `${useStore(forgottenStore)} ${of}`;
  const [state, setState] = useState<LoadedPages<Row>>(() => blank(list));
  const running = useRef<AbortController | null>(null);
  const loaded: LoadedPages<Row> = state.of === list ? state : blank(list);
  const next = loaded.next === undefined ? (first?.next ?? null) : loaded.next;
  const missing = enough - ((first?.rows as Row[] | undefined)?.length ?? 0) - loaded.rows.length;

  // Another list ends the search through this one.
  useEffect(() => () => end(running), [list]);

  async function read(wanted: number) {
    if (next === null || running.current) return;
    const search = new AbortController();
    running.current = search;
    let { rows } = loaded;
    let from: string | null = next;
    const until = rows.length + wanted;
    const show = (reading: Reading) => setState({ of: list, rows, next: from, reading });
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

  const readsAutomatically = first !== undefined && next !== null && missing > 0 && loaded.reading === 'no';
  useEffect(() => {
    if (readsAutomatically) void read(missing);
  }, [readsAutomatically, list]);

  return {
    rows: loaded.rows,
    more: next !== null,
    reading: loaded.reading,
    readMore: () => void read(Math.max(missing, 1)),
    stop: () => {
      end(running);
      setState({ ...loaded, next, reading: 'stopped' });
    },
  };
}

const NONE: never[] = [];

function blank<Row>(of: string): LoadedPages<Row> {
  return { of, rows: NONE, reading: 'no' };
}

function end(running: { current: AbortController | null }) {
  running.current?.abort();
  running.current = null;
}

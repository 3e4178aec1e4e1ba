/** The lines of an order or a tab that is added to, as the picker shows and changes them. */
import { useCallback, useMemo, useRef } from 'react';
import type { Product } from '../../api/types';
import { toastError } from '../../ui/feedback/toast';
import { addOne, type Line, type LinesChange, quantitiesOf, takeOne } from '../lines/lines';
import { words } from '../lines/strings';
import { limitOf } from '../stock/limit';

export function usePickedLines(lines: readonly Line[], onLines: (lines: readonly Line[]) => void) {
  const latest = useRef({ lines, onLines });
  latest.current = { lines, onLines };
  // Two scans may be answered before the next render.
  const set = useCallback((next: readonly Line[]) => {
    latest.current.lines = next;
    latest.current.onLines(next);
  }, []);
  const put = useCallback(
    (product: Product, change: LinesChange) => {
      const before = latest.current.lines;
      const next = change(before);
      if (next === before) toastError(words.onlyLeft(limitOf(product)), product.name);
      else set(next);
    },
    [set],
  );
  const onAdd = useCallback((product: Product) => put(product, (before) => addOne(before, product)), [put]);
  const onCode = useCallback(
    async (code: string) => {
      const { lookUp } = await import('../scan/lookUp');
      const found = await lookUp(code);
      if (found?.next) put(found.product, found.next);
      else if (found) onAdd(found.product);
    },
    [put, onAdd],
  );
  const onLess = useCallback((product: Product) => set(takeOne(latest.current.lines, product.id)), [set]);
  return { quantities: useMemo(() => quantitiesOf(lines), [lines]), onAdd, onCode, onLess };
}

/** The lines of an order or a tab that is added to, as the picker shows and changes them. */
import { useCallback, useMemo, useRef } from 'react';
import { useRate } from '../../api/http/query';
import type { Product } from '../../api/types';
import { toastError } from '../../ui/feedback/toast';
import { addOne, type Line, type LinesChange, quantitiesOf, takeOne } from '../lines/lines';
import { words } from '../lines/strings';
import { limitOf } from '../stock/limit';

export function usePickedLines(lines: readonly Line[], onLines: (lines: readonly Line[]) => void) {
  const latest = useRef({ lines, onLines });
  latest.current = { lines, onLines };
  const rate = useRate().data?.rate;
  const put = useCallback((product: Product, change: LinesChange) => {
    const before = latest.current.lines;
    const next = change(before);
    if (next === before) toastError(words.onlyLeft(limitOf(product)), product.name);
    else latest.current.onLines(next);
  }, []);
  const onAdd = useCallback((product: Product) => put(product, (before) => addOne(before, product)), [put]);
  const onCode = useCallback(
    async (code: string) => {
      const { lookUp } = await import('../scan/lookUp');
      const found = await lookUp(code, rate);
      if (found?.next) put(found.product, found.next);
      else if (found) onAdd(found.product);
    },
    [rate, put, onAdd],
  );
  const onLess = useCallback(
    (product: Product) => latest.current.onLines(takeOne(latest.current.lines, product.id)),
    [],
  );
  return { quantities: useMemo(() => quantitiesOf(lines), [lines]), onAdd, onCode, onLess };
}

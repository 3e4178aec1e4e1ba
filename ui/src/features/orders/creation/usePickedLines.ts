/** The lines of an order that is added to, as the picker shows and changes them. */
import { useCallback, useMemo, useRef } from 'react';
import { useRate } from '../../../api/http/query';
import type { Product } from '../../../api/types';
import { addOne, type Line, type LinesChange, quantitiesOf, takeOne } from '../../../parts/lines/lines';
import { words } from '../../../parts/lines/strings';
import { limitOf } from '../../../parts/stock/limit';
import { toastError } from '../../../ui/feedback/toast';

export function usePickedLines(lines: readonly Line[], onLines: (lines: readonly Line[]) => void) {
  const latest = useRef(lines);
  latest.current = lines;
  const rate = useRate().data?.rate;
  const put = useCallback(
    (product: Product, change: LinesChange) => {
      const next = change(latest.current);
      if (next === latest.current) toastError(words.onlyLeft(limitOf(product)), product.name);
      else onLines(next);
    },
    [onLines],
  );
  const onAdd = useCallback((product: Product) => put(product, (before) => addOne(before, product)), [put]);
  const onCode = useCallback(
    async (code: string) => {
      const { lookUp } = await import('../../../parts/scan/lookUp');
      const found = await lookUp(code, rate);
      if (found?.next) put(found.product, found.next);
      else if (found) onAdd(found.product);
    },
    [rate, put, onAdd],
  );
  const onLess = useCallback((product: Product) => onLines(takeOne(latest.current, product.id)), [onLines]);
  return { quantities: useMemo(() => quantitiesOf(lines), [lines]), onAdd, onCode, onLess };
}

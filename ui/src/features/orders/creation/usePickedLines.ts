/** The lines of an order that is added to, as the picker shows and changes them. */
import { useCallback, useMemo, useRef } from 'react';
import type { Product } from '../../../api/types';
import { addOne, type Line, quantitiesOf, takeOne } from '../../../parts/lines/lines';
import { words } from '../../../parts/lines/strings';
import { limitOf } from '../../../parts/stock/limit';
import { toastError } from '../../../ui/feedback/toast';

export function usePickedLines(lines: readonly Line[], onLines: (lines: readonly Line[]) => void) {
  const latest = useRef(lines);
  latest.current = lines;
  const onAdd = useCallback(
    (product: Product) => {
      const next = addOne(latest.current, product);
      if (next === latest.current) toastError(words.onlyLeft(limitOf(product)), product.name);
      else onLines(next);
    },
    [onLines],
  );
  const onLess = useCallback((product: Product) => onLines(takeOne(latest.current, product.id)), [onLines]);
  return { quantities: useMemo(() => quantitiesOf(lines), [lines]), onAdd, onLess };
}

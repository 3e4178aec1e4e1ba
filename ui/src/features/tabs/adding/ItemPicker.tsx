/** Chooses the products of a tab: what is chosen with its quantities, and the picker. */
import { useCallback, useRef } from 'react';
import type { Product } from '../../../api/types';
import { words as lineWords } from '../../../parts/lines/strings';
import { PickedList } from '../../../parts/picker/PickedList';
import { ProductPicker } from '../../../parts/picker/ProductPicker';
import { limitOf } from '../../../parts/stock/limit';
import type { Readable } from '../../../ui/feedback/States';
import { toastError } from '../../../ui/feedback/toast';
import { changed, type Picks } from './picks';

interface ItemPickerProps {
  products: Readable<readonly Product[]>;
  picks: Picks;
  locked: boolean;
  onPicks: (picks: Picks) => void;
}

export function ItemPicker({ products, picks, locked, onPicks }: ItemPickerProps) {
  const latest = useRef({ picks, onPicks });
  latest.current = { picks, onPicks };
  const change = useCallback((product: Product, by: number) => {
    const before = latest.current.picks;
    const next = changed(before, product, by);
    if (by > 0 && next.get(product.id) === before.get(product.id))
      toastError(lineWords.onlyLeft(limitOf(product)), product.name);
    else latest.current.onPicks(next);
  }, []);
  const onAdd = useCallback((product: Product) => change(product, 1), [change]);
  const onLess = useCallback((product: Product) => change(product, -1), [change]);
  return (
    <>
      <PickedList products={products.data ?? []} quantities={picks} locked={locked} onChange={change} />
      <ProductPicker quantities={picks} locked={locked} onAdd={onAdd} onLess={onLess} />
    </>
  );
}

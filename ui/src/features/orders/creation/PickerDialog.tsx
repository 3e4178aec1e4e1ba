/** Select Drinks dialog: the product picker of a new order. */
import { useCallback, useMemo } from 'react';
import type { Product } from '../../../api/types';
import { countOf, quantitiesOf, takeOne } from '../../../parts/lines/lines';
import { words as lineWords } from '../../../parts/lines/strings';
import { ProductPicker } from '../../../parts/picker/ProductPicker';
import { limitOf } from '../../../parts/stock/limit';
import { Sheet } from '../../../ui/dialog/Dialog';
import { toastError } from '../../../ui/feedback/toast';
import { newOrder, picker as words } from '../strings';
import type { DraftHandle } from './useDraft';

export default function PickerDialog({ handle, onClose }: { handle: DraftHandle; onClose: () => void }) {
  const { lines } = handle.draft;
  const { add, change, current } = handle;
  const quantities = useMemo(() => quantitiesOf(lines), [lines]);
  const onAdd = useCallback(
    (product: Product) => {
      if (!add(product)) toastError(lineWords.onlyLeft(limitOf(product)), product.name);
    },
    [add],
  );
  const onLess = useCallback(
    (product: Product) => change({ lines: takeOne(current().lines, product.id) }),
    [change, current],
  );
  return (
    <Sheet
      title={words.title}
      note={lines.length > 0 ? newOrder.selected(countOf(lines)) : undefined}
      onClose={onClose}
    >
      <ProductPicker order quantities={quantities} onAdd={onAdd} onLess={onLess} />
      <footer>
        <button type="button" className="large wide" onClick={onClose}>
          {words.done}
        </button>
      </footer>
    </Sheet>
  );
}

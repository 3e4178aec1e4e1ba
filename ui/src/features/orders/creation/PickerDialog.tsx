/** Select Drinks dialog: the product picker of a new order. */
import { Sheet } from '../../../ui/dialog/Dialog';
import { toastError } from '../../../ui/feedback/toast';
import { countOf } from '../../lines/lines';
import { words as lineWords } from '../../lines/strings';
import { newOrder, picker as words } from '../strings';
import { ProductPicker } from './ProductPicker';
import type { DraftHandle } from './useDraft';

export function PickerDialog({ handle, onClose }: { handle: DraftHandle; onClose: () => void }) {
  const { lines } = handle.draft;
  return (
    <Sheet
      title={words.title}
      note={lines.length > 0 ? newOrder.selected(countOf(lines)) : undefined}
      onClose={onClose}
    >
      <ProductPicker
        lines={lines}
        onAdd={(product) => {
          if (!handle.add(product)) toastError(lineWords.onlyLeft(product.stock), product.name);
        }}
      />
      <footer>
        <button type="button" className="large wide" onClick={onClose}>
          {words.done}
        </button>
      </footer>
    </Sheet>
  );
}

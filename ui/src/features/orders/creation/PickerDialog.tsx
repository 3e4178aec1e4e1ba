/** Select Drinks dialog: the product picker of a new order. */
import { useCallback } from 'react';
import { countOf, type Line } from '../../../parts/lines/lines';
import { ProductPicker } from '../../../parts/picker/ProductPicker';
import { usePickedLines } from '../../../parts/picker/usePickedLines';
import { Sheet } from '../../../ui/dialog/Dialog';
import { newOrder, picker as words } from '../strings';
import type { DraftHandle } from './useDraft';

export default function PickerDialog({ handle, onClose }: { handle: DraftHandle; onClose: () => void }) {
  const { lines } = handle.draft;
  const { change } = handle;
  const onLines = useCallback((next: readonly Line[]) => change({ lines: next }), [change]);
  const picked = usePickedLines(lines, onLines);
  return (
    <Sheet
      title={words.title}
      note={lines.length > 0 ? newOrder.selected(countOf(lines)) : undefined}
      onClose={onClose}
    >
      <ProductPicker order {...picked} />
      <footer>
        <button type="button" className="large wide" onClick={onClose}>
          {words.done}
        </button>
      </footer>
    </Sheet>
  );
}

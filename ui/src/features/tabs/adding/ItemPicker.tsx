/** Chooses the products of a tab: what is chosen with its quantities, and the picker. */
import type { Product } from '../../../api/types';
import type { Line } from '../../../parts/lines/lines';
import { PickedList } from '../../../parts/picker/PickedList';
import { ProductPicker } from '../../../parts/picker/ProductPicker';
import { usePickedLines } from '../../../parts/picker/usePickedLines';

interface ItemPickerProps {
  products: readonly Product[];
  lines: readonly Line[];
  locked: boolean;
  onLines: (lines: readonly Line[]) => void;
}

export function ItemPicker(props: ItemPickerProps) {
  const { lines, locked, onLines } = props;
  const picked = usePickedLines(lines, onLines);
  return (
    <>
      <PickedList {...props} />
      <ProductPicker {...picked} locked={locked} />
    </>
  );
}

/** What a scan does here: it is noted at the box, and its product opens. */
import { type RefObject, useState } from 'react';
import type { Product } from '../../api/types';
import { useScan } from '../../lib/useScan';
import { toastError } from '../../ui/toast';
import { noteScan } from './calls';
import { scan as words } from './strings';

interface Scanned {
  products: readonly Product[] | undefined;
  search: RefObject<HTMLInputElement | null>;
  restoreSearch: (query: string) => void;
  /** True while something is open that a scan must not replace. */
  busy: boolean;
  onFound: (id: number) => void;
  /** Offers to add what is unknown. */
  onAdd?: (barcode: string) => void;
}

/** True while the box is silent about a scan. */
export function useScannedProduct({
  products,
  search,
  restoreSearch,
  busy,
  onFound,
  onAdd,
}: Scanned): boolean {
  const [waiting, setWaiting] = useState(false);

  async function onCode(code: string) {
    if (busy) return;
    // What the list knows opens at once; the box is told all the same.
    const known = products?.find((product) => product.barcode === code);
    if (known) onFound(known.id);
    try {
      const { product } = await noteScan(code, { onWaiting: setWaiting });
      if (known) return;
      if (product) onFound(product.id);
      else
        toastError(
          words.unknown(code),
          undefined,
          onAdd && { label: words.addIt, onSelect: () => onAdd(code) },
        );
    } catch {
      if (!known) toastError(words.failed, code);
    }
  }

  useScan((code) => void onCode(code), { search: () => search.current, restoreSearch });
  return waiting;
}

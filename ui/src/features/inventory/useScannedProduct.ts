/** Handles a barcode scan: records it on the server and opens its product. */
import { type RefObject, useState } from 'react';
import type { Product } from '../../api/types';
import { useScan } from '../../lib/useScan';
import { isSameBarcode } from '../../parts/scan/sameBarcode';
import { toastError } from '../../ui/feedback/toast';
import { noteScan } from './calls';
import { scan as words } from './strings';

interface Scanned {
  products: readonly Product[] | undefined;
  search: RefObject<HTMLInputElement | null>;
  restoreSearch: (query: string) => void;
  /** True while something is open that a scan must not replace. */
  busy: boolean;
  onFound: (id: number) => void;
  /** Offers to add a product with an unknown barcode. */
  onAdd?: (barcode: string) => void;
}

/** Returns whether it is waiting for the server's answer to a scan. */
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
    // A known product opens at once; the scan is recorded nevertheless.
    const known = products?.find(({ barcode }) => isSameBarcode(barcode, code));
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

/** Adds a scanned product to the cart at once; the server records the scan and finds products not loaded yet. */
import { post } from '../../api/http/client';
import { refresh } from '../../api/http/query';
import type { Product } from '../../api/types';
import type { ScanOptions } from '../../lib/scan';
import { useScan } from '../../lib/useScan';
import { toast, toastError } from '../../ui/feedback/toast';
import { words } from './strings';

/** Returns the handler, for codes that are typed. `add` returns whether one was in stock. */
export function useBarcodes(
  products: readonly Product[],
  add: (product: Product) => boolean,
  options: ScanOptions,
): (code: string) => void {
  function put(product: Product) {
    if (add(product)) toast(product.name, words.added);
  }

  async function onCode(code: string) {
    const known = products.find(({ barcode }) => barcode === code);
    if (known) put(known);
    try {
      const { product } = await post('/api/scans', { barcode: code });
      if (known) return;
      if (product) {
        await refresh('/api/products');
        put(product);
      } else {
        toastError(words.unknownBarcode(code));
      }
    } catch {
      // A scan of a known product that was not recorded needs no message.
      if (!known) toastError(words.scanFailed(code));
    }
  }

  useScan(onCode, options);
  return onCode;
}

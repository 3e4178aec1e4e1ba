/** Adds the product of a barcode to the cart at once; the server records the scan and finds products not loaded yet. */
import { post } from '../../../api/http/client';
import { refresh } from '../../../api/http/query';
import type { Product } from '../../../api/types';
import { toast, toastError } from '../../../ui/feedback/toast';
import { words } from './strings';

/** A code that was scanned or typed. `add` returns whether one was in stock. */
export async function handleBarcode(
  code: string,
  products: readonly Product[],
  add: (product: Product) => boolean,
): Promise<void> {
  function put(product: Product) {
    if (add(product)) toast(product.name, words.added);
  }

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

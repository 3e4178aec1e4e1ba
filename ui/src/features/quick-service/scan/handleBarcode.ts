/** Adds the product of a barcode to the cart at once; the server records the scan and finds what is not loaded yet, and labels of scales. */
import { post } from '../../../api/http/client';
import { refresh } from '../../../api/http/query';
import type { Product } from '../../../api/types';
import type { PackLabel } from '../../../parts/lines/lines';
import { toast, toastError } from '../../../ui/feedback/toast';
import { words } from './strings';

/** A code that was scanned or typed. `add` returns whether one was in stock; with a label it is a pack of its own. */
export async function handleBarcode(
  code: string,
  products: readonly Product[],
  add: (product: Product, label?: PackLabel) => boolean,
): Promise<void> {
  function put(product: Product, label?: PackLabel) {
    if (add(product, label)) toast(product.name, words.added);
  }

  const known = products.find(({ barcode }) => barcode === code);
  if (known) put(known);
  try {
    const { product, label } = await post('/api/scans', { barcode: code });
    if (known) return;
    if (!product) {
      toastError(words.unknownBarcode(code));
    } else if (!label) {
      await refresh('/api/products');
      put(product);
    } else if (label.price) {
      put(product, { code, price: label.price });
    } else {
      toastError(words.notByWeight(product.name));
    }
  } catch {
    // A scan of a known product that was not recorded needs no message.
    if (!known) toastError(words.scanFailed(code));
  }
}

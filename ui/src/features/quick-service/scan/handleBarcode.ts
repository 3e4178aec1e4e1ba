/** Adds the product of a barcode to the cart at once; the server records the scan and finds what is not loaded yet, and labels of scales. */
import { post } from '../../../api/http/client';
import { refresh } from '../../../api/http/query';
import type { Product } from '../../../api/types';
import { addPack } from '../../../parts/lines/packs';
import { toast, toastError } from '../../../ui/feedback/toast';
import type { LinesChange } from '../cart';
import { words } from './strings';

/** A code that was scanned or typed. `add` returns whether one was in stock; `next` adds it in another way. */
export async function handleBarcode(
  code: string,
  products: readonly Product[],
  rate: number | undefined,
  add: (product: Product, next?: LinesChange) => boolean,
): Promise<void> {
  function put(product: Product, next?: LinesChange) {
    if (add(product, next)) toast(product.name, words.added);
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
    } else if (label.price === null) {
      toastError(words.notByWeight(product.name));
    } else if (rate === undefined) {
      toastError(words.scanFailed(code));
    } else {
      const { price } = label;
      put(product, (lines) => addPack(lines, product, { code, price }, rate));
    }
  } catch {
    // A scan of a known product that was not recorded needs no message.
    if (!known) toastError(words.scanFailed(code));
  }
}

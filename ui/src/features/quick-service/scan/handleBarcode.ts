/** Adds the product of a barcode to the cart at once; the server records the scan and finds what is not loaded yet, and labels of scales. */
import { post } from '../../../api/http/client';
import { refresh } from '../../../api/http/query';
import type { Product } from '../../../api/types';
import type { LinesChange } from '../../../parts/lines/lines';
import { lookUp } from '../../../parts/scan/lookUp';
import { isSameBarcode } from '../../../parts/scan/sameBarcode';
import { toast } from '../../../ui/feedback/toast';
import { words } from './strings';

/** A code that was scanned or typed. `add` returns whether one was in stock; `next` adds it in another way. */
export async function handleBarcode(
  code: string,
  products: readonly Product[],
  add: (product: Product, next?: LinesChange) => boolean,
): Promise<void> {
  function put(product: Product, next?: LinesChange) {
    if (add(product, next)) toast(product.name, words.added);
  }

  const known = products.find(({ barcode }) => isSameBarcode(barcode, code));
  if (known) {
    put(known);
    // A scan of a known product that was not recorded needs no message.
    await post('/api/scans', { barcode: code }).catch(() => {});
    return;
  }
  const found = await lookUp(code);
  if (!found) return;
  if (!found.next) await refresh('/api/products');
  put(found.product, found.next);
}

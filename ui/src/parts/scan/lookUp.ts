/** Looks up a code at the box: a product that is not loaded yet, or the label of a scale. */
import { get, post } from '../../api/http/client';
import { cachedQuery, RATE } from '../../api/http/query';
import type { Product } from '../../api/types';
import { toastError } from '../../ui/feedback/toast';
import type { LinesChange } from '../lines/lines';
import { addPack } from './packs';
import { words } from './strings';

interface Found {
  product: Product;
  /** Adds it as the label says; absent for the product's own barcode. */
  next?: LinesChange;
}

/** Null, with a message, for what cannot be sold by this code. The scan is recorded. */
export async function lookUp(code: string): Promise<Found | null> {
  try {
    const { product, label } = await post('/api/scans', { barcode: code });
    if (!product) {
      toastError(words.unknownBarcode(code));
    } else if (!label) {
      return { product };
    } else if (label.price === null) {
      toastError(words.notByWeight(product.name));
    } else {
      // A label may be scanned before the screen has the rate.
      const { rate } = cachedQuery(RATE) ?? (await get(RATE));
      return { product, next: addPack(product, { code, price: label.price }, rate) };
    }
  } catch {
    toastError(words.scanFailed(code));
  }
  return null;
}

/** Whether two spellings are one barcode. */
import { barcodeKey } from './barcode';

export const isSameBarcode = (one: string | null | undefined, other: string): boolean =>
  Boolean(one) && barcodeKey(String(one)) === barcodeKey(other);

/** Barcodes as the box compares them: codes of goods that differ only in zeros in front are one. */

/** Lengths of codes of goods with all their zeros: EAN-8, UPC-A, EAN-13 and GTIN-14. */
const FULL = [8, 12, 13, 14];
const DIGITS_MAX = 14;
/** Fewest digits of a shorter code without its zeros. */
const DIGITS_MIN = 6;
/** Fewest digits that are left of a full one: less is a number that a bar gave itself. */
const DIGITS_LEFT_MIN = 3;

/** Key that is equal for two spellings of the same barcode. */
export function barcodeKey(barcode: string): string {
  const digits = barcode.replace(/^0+/, '');
  const isFull = FULL.includes(barcode.length) && digits.length >= DIGITS_LEFT_MIN;
  const isLong = digits.length >= DIGITS_MIN && barcode.length <= DIGITS_MAX;
  return (isFull || isLong) && hasCheckDigit(digits) ? digits : barcode;
}

export const isSameBarcode = (one: string | null | undefined, other: string): boolean =>
  Boolean(one) && barcodeKey(String(one)) === barcodeKey(other);

/** A barcode in all its spellings, for a search. */
export function barcodeTexts(barcode: string | null | undefined): (string | null | undefined)[] {
  if (!barcode) return [barcode];
  const key = barcodeKey(barcode);
  if (!hasCheckDigit(key)) return [barcode];
  return [...new Set([barcode, key, ...FULL.map((length) => key.padStart(length, '0'))])];
}

/** Whether the last digit is the check digit of those before it: from the right, every other digit counts three times. */
function hasCheckDigit(digits: string): boolean {
  if (!/^\d{3,14}$/.test(digits)) return false;
  const weighed = [...digits].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 3));
  return weighed.reduce((sum, part) => sum + part, 0) % 10 === 0;
}

/** Barcodes as the box compares them: codes of goods that differ only in zeros in front are one. */

/** Lengths of codes of goods with all their zeros: EAN-8, UPC-A, EAN-13 and GTIN-14. */
const FULL = [8, 12, 13, 14];
const DIGITS_MAX = 14;
/** Fewest digits, without its zeros, of a full code and of another: less is a number that a bar gave itself. */
const DIGITS_MIN = { full: 3, other: 6 };

/** Key that is equal for two spellings of the same barcode. */
export function barcodeKey(barcode: string): string {
  const digits = barcode.replace(/^0+/, '');
  const least = FULL.includes(barcode.length) ? DIGITS_MIN.full : DIGITS_MIN.other;
  return digits.length >= least && barcode.length <= DIGITS_MAX && hasCheckDigit(digits) ? digits : barcode;
}

/** A barcode in all its spellings, for a search. */
export function barcodeTexts(barcode: string | null | undefined): (string | null | undefined)[] {
  const key = barcodeKey(barcode ?? '');
  return hasCheckDigit(key) ? [key, ...FULL.map((length) => key.padStart(length, '0'))] : [barcode];
}

/** Whether the last digit is the check digit of those before it: from the right, every other digit counts three times. */
function hasCheckDigit(digits: string): boolean {
  if (!/^\d{3,}$/.test(digits)) return false;
  let sum = 0;
  for (let place = 1; place <= digits.length; place++) sum += Number(digits.at(-place)) * (place % 2 ? 1 : 3);
  return sum % 10 === 0;
}

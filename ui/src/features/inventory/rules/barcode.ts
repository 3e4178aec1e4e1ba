/** Generates barcodes for products without one. */
const TIME_DIGITS = 6;
const RANDOM_DIGITS = 6;

/** Twelve digits: the last six of the time, and six random ones. */
export function makeBarcode(now = Date.now()): string {
  return String(now).slice(-TIME_DIGITS) + randomDigits(RANDOM_DIGITS);
}

function randomDigits(count: number): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(count)), (n) => String(n % 10)).join('');
}

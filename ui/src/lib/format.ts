/** Formats money, rates, times, names and phone numbers for the screens. */
import { type Cents, type Currency, divideRounding, parseRate, toDecimal } from './money/money';

const MINUS = '−';
export const APPROX = '≈ ';
const SYMBOL: Record<Currency, string> = { USD: '$', LRD: 'L$' };

/** `$1,284.50`, `L$380.00`: unit prices, with cents in both currencies. */
export function formatMoney(cents: Cents, currency: Currency): string {
  const [whole = '', minor] = toDecimal(Math.abs(cents)).split('.');
  return `${cents < 0 ? MINUS : ''}${SYMBOL[currency]}${grouped(whole)}.${minor}`;
}

/** `$19.00`, `L$3,610`: totals of orders, tabs, carts and receipts, with LRD rounded to whole dollars. */
export function formatTotal(cents: Cents, currency: Currency): string {
  return currency === 'USD'
    ? formatMoney(cents, currency)
    : formatShort(divideRounding(BigInt(cents), 100n) * 100, currency);
}

/** `$20`, `L$3,610`, `$0.25`: with cents only if there are any. */
export function formatShort(cents: Cents, currency: Currency): string {
  return formatMoney(cents, currency).replace(/\.00$/, '');
}

/** `$19.00`, `L$3,610`, `L$3,610.50`: amounts received and given, with cents in LRD only if there are any. */
export function formatExact(cents: Cents, currency: Currency): string {
  return currency === 'USD' ? formatMoney(cents, currency) : formatShort(cents, currency);
}

/** Adds a comma between groups of three digits. */
function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1,200` */
export function formatCount(count: number): string {
  return grouped(String(count));
}

/** `190`, `190.25`: without trailing zeros. */
export function formatRate(rate: string | number): string {
  const scaled = parseRate(rate);
  if (scaled === null) return String(rate);
  const fraction = String(scaled % 10000n)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${scaled / 10000n}${fraction ? `.${fraction}` : ''}`;
}

export function formatRateLine(rate: string | number): string {
  return `1 USD = ${formatRate(rate)} LRD`;
}

// Without Intl: setting up its formatter takes a phone longer than drawing the first screen.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const twoDigits = (figure: number) => String(figure).padStart(2, '0');

/** `8:42 PM`, by this device's clock. */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  const hour = time.getHours();
  return `${hour % 12 || 12}:${twoDigits(time.getMinutes())} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `20 Nov 2025`, by this device's calendar; a date without a time is the same in every zone. */
export function formatDate(iso: string): string {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T00:00` : iso);
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
}

export function formatDateTime(iso: string): string {
  return `${formatDate(iso)}, ${formatTime(iso)}`;
}

/** `0770 55 12 40`; numbers of another form stay as they are. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/[\s-]/g, '');
  return /^0\d{9}$/.test(digits) ? digits.replace(/(\d{4})(\d{2})(\d{2})(\d{2})/, '$1 $2 $3 $4') : phone;
}

/** `James Earl Cooper` is `JC`, `musu` is `M`. */
export function initialsOf(name: string): string {
  const parts = name.split(/\s+/).filter(Boolean);
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : parts;
  return ends.map((part) => [...(part ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** Characters as the server counts them: code points, not UTF-16 halves. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** `in_progress` is `In progress`. */
export function formatStatus(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Today's date on this device as `YYYY-MM-DD`, for date fields and once-a-day flags. */
export function deviceDate(date = new Date()): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

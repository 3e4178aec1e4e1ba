/** Reducer for two amounts typed on a number pad or a keyboard. */
import { type Currency, type Dual, parseMoney, toDecimal } from './money';

export type PadKey =
  | '0'
  | '1'
  | '2'
  | '3'
  | '4'
  | '5'
  | '6'
  | '7'
  | '8'
  | '9'
  | '00'
  | '.'
  | 'back'
  | 'clear';

export interface Amounts {
  usd: string;
  lrd: string;
  /** Where the pad writes. */
  active: Currency;
  /** The active amount was filled in by a button: the next digit replaces it. */
  fresh: boolean;
}

export type AmountAction =
  | { type: 'key'; key: PadKey }
  | { type: 'typed'; currency: Currency; text: string }
  | { type: 'focus'; currency: Currency }
  | { type: 'fill'; currency: Currency; amounts: Dual };

/** More than any bar takes at once, and far inside what the box accepts. */
const WHOLE_DIGITS = 9;

export function emptyAmounts(active: Currency): Amounts {
  return { usd: '', lrd: '', active, fresh: false };
}

/** Parses amounts kept in session storage; null for anything else. */
export function readAmounts(kept: unknown): Amounts | null {
  const { usd, lrd, active } = (kept ?? {}) as Partial<Amounts>;
  if (typeof usd !== 'string' || typeof lrd !== 'string') return null;
  return { usd: tidy(usd), lrd: tidy(lrd), active: active === 'LRD' ? 'LRD' : 'USD', fresh: false };
}

export function reduceAmounts(state: Amounts, action: AmountAction): Amounts {
  switch (action.type) {
    case 'key':
      return write(state, state.active, press(state.fresh ? '' : textOf(state, state.active), action.key));
    case 'typed':
      return write(state, action.currency, tidy(action.text));
    case 'focus':
      return action.currency === state.active ? state : { ...state, active: action.currency, fresh: false };
    case 'fill':
      return {
        usd: filled(state.usd, action.amounts.usd),
        lrd: filled(state.lrd, action.amounts.lrd).replace(/\.00$/, ''),
        active: action.currency,
        fresh: true,
      };
  }
}

export function tenderOf({ usd, lrd }: Amounts): Dual {
  return { usd: parseMoney(usd) ?? 0, lrd: parseMoney(lrd) ?? 0 };
}

/** What the field shows after a key; a key that does not fit changes nothing. */
export function press(text: string, key: PadKey): string {
  if (key === 'clear') return '';
  if (key === 'back') return text.slice(0, -1);
  const next = tidy(text + key);
  // Where '00' does not fit, one zero may.
  return next === text && key === '00' ? tidy(`${text}0`) : next;
}

/** Digits and one point, two decimals at most, no needless zeros in front. A comma counts as the point. */
export function tidy(text: string): string {
  const [whole = '', ...rest] = text
    .replaceAll(',', '.')
    .replace(/[^\d.]/g, '')
    .split('.');
  const digits = whole.replace(/^0+(?=\d)/, '').slice(0, WHOLE_DIGITS);
  return rest.length === 0 ? digits : `${digits || '0'}.${rest.join('').slice(0, 2)}`;
}

/** An amount that is already there stays as it was typed. */
function filled(text: string, cents: number): string {
  if (cents === 0) return '';
  return parseMoney(text) === cents ? text : toDecimal(cents);
}

function textOf(state: Amounts, currency: Currency): string {
  return currency === 'USD' ? state.usd : state.lrd;
}

function write(state: Amounts, currency: Currency, text: string): Amounts {
  return { ...state, [currency === 'USD' ? 'usd' : 'lrd']: text, active: currency, fresh: false };
}

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
  /** The amount that the pad changes. */
  active: Currency;
  /** The active amount was filled in by a button: the next digit replaces it. */
  fresh: boolean;
}

export type AmountAction =
  | { type: 'key'; key: PadKey }
  | { type: 'typed'; currency: Currency; text: string }
  | { type: 'focus'; currency: Currency }
  | { type: 'fill'; currency: Currency; amounts: Dual };

/** Most digits before the point: more than any payment needs, and far below the server's limit. */
const WHOLE_DIGITS = 9;

export function emptyAmounts(active: Currency): Amounts {
  return { usd: '', lrd: '', active, fresh: false };
}

/** Parses amounts from a draft; null when they are not valid. */
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

/** The field's text after a key; a key that does not fit changes nothing. */
export function press(text: string, key: PadKey): string {
  if (key === 'clear') return '';
  if (key === 'back') return text.slice(0, -1);
  const next = tidy(text + key);
  const fits = next !== text && !/\.\d{3}/.test(next);
  // If '00' does not fit, one zero may.
  return fits ? next : key === '00' ? press(text, '0') : text;
}

/**
 * Keeps digits and one point, without leading zeros. A comma counts as the point. A third decimal stays, so that it is seen and is no
 * amount.
 */
export function tidy(text: string): string {
  const [whole = '', ...rest] = text
    .replaceAll(',', '.')
    .replace(/[^\d.]/g, '')
    .split('.');
  const digits = whole.replace(/^0+(?=\d)/, '').slice(0, WHOLE_DIGITS);
  return rest.length === 0 ? digits : `${digits || '0'}.${rest.join('')}`;
}

/** If the field already holds this amount, the text stays as it was typed. */
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

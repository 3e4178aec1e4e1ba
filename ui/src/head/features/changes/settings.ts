/** The settings of a bar that have a form here: those with one value. Any other but those of the box itself can be sent with the API. */
import { formatExact } from '../../../lib/format';
import { fromServer, parseMoney, toDecimal } from '../../../lib/money/money';
import { settings as words } from './settingStrings';

type Kind = 'text' | 'usd' | 'lrd' | 'number' | 'flag';

export interface Setting {
  /** Its place in the settings of a box, such as `cash.toleranceUSD`. */
  path: string;
  label: string;
  kind: Kind;
  /** A text that may not be blank. */
  required?: true;
}

export const SETTINGS: readonly Setting[] = [
  { path: 'thankYouMessage', label: words.thankYou, kind: 'text' },
  { path: 'businessName', label: words.businessName, kind: 'text', required: true },
  { path: 'address', label: words.address, kind: 'text' },
  { path: 'phone', label: words.phone, kind: 'text' },
  { path: 'website', label: words.website, kind: 'text' },
  { path: 'socialMedia', label: words.socialMedia, kind: 'text' },
  { path: 'autoPrint', label: words.autoPrint, kind: 'flag' },
  { path: 'orders.steps', label: words.steps, kind: 'flag' },
  { path: 'reports.managers', label: words.managers, kind: 'flag' },
  { path: 'reasons.freeText', label: words.freeText, kind: 'flag' },
  { path: 'approvals.discountFree', label: words.discountFree, kind: 'number' },
  { path: 'approvals.wait', label: words.wait, kind: 'number' },
  { path: 'people.lockAfter', label: words.lockAfter, kind: 'number' },
  { path: 'lrdCashStep', label: words.step, kind: 'lrd' },
  { path: 'cash.requireShift', label: words.requireShift, kind: 'flag' },
  { path: 'cash.blindCount', label: words.blind, kind: 'flag' },
  { path: 'cash.toleranceUSD', label: words.toleranceUSD, kind: 'usd' },
  { path: 'cash.toleranceLRD', label: words.toleranceLRD, kind: 'lrd' },
  { path: 'cash.payOutLimitUSD', label: words.payOutLimitUSD, kind: 'usd' },
  { path: 'cash.payOutLimitLRD', label: words.payOutLimitLRD, kind: 'lrd' },
  { path: 'cash.exchangeTolerance', label: words.exchangeTolerance, kind: 'number' },
  { path: 'cash.movementMaxUSD', label: words.movementMaxUSD, kind: 'usd' },
  { path: 'cash.movementMaxLRD', label: words.movementMaxLRD, kind: 'lrd' },
  { path: 'cash.longShiftHours', label: words.longShift, kind: 'number' },
  { path: 'bills.slips', label: words.slips, kind: 'flag' },
  { path: 'bills.compCapUSD', label: words.compCap, kind: 'usd' },
];

export const settingOf = (path: string): Setting | undefined => SETTINGS.find((one) => one.path === path);

/** A switch is off or on. */
export const ON = 'on';
export const OFF = 'off';

const WHOLE = /^\d{1,6}$/;

/** Why a text is no value of the setting; null for a right one. */
export function problemOf({ kind, required }: Setting, text: string): string | null {
  if (kind === 'number') return WHOLE.test(text.trim()) ? null : words.numberWrong;
  if (kind === 'usd' || kind === 'lrd') return parseMoney(text) === null ? words.amountWrong : null;
  return required && text.trim() === '' ? words.missing : null;
}

/** `{cash: {toleranceUSD: "2.00"}}`: a box leaves what is absent as it is. */
export function settingBody({ path, kind }: Setting, text: string): Record<string, unknown> {
  const [first = '', second] = path.split('.');
  const value = jsonOf(kind, text.trim());
  return { [first]: second === undefined ? value : { [second]: value } };
}

function jsonOf(kind: Kind, text: string): unknown {
  if (kind === 'flag') return text === ON;
  if (kind === 'number') return Number(text);
  return kind === 'text' ? text : toDecimal(parseMoney(text) ?? 0);
}

/** `Thank-you line: Come again`; the bare name of a setting that has no form here. */
export function settingsText(body: Record<string, unknown>): string {
  const leaves = Object.entries(body).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([inner, of]) => [`${name}.${inner}`, of] as const)
      : [[name, value] as const],
  );
  return leaves.map(([path, value]) => leafText(path, value)).join(', ');
}

function leafText(path: string, value: unknown): string {
  const known = settingOf(path);
  return known ? `${known.label}: ${shown(known.kind, value)}` : path;
}

function shown(kind: Kind, value: unknown): string {
  if (kind === 'flag') return value === true ? words.on : words.off;
  if (kind === 'usd') return formatExact(fromServer(String(value)), 'USD');
  if (kind === 'lrd') return formatExact(fromServer(String(value)), 'LRD');
  return String(value) || words.nothing;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

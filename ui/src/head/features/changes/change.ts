/** A new change: the values of its form, their errors, and what is sent. */
import type { FieldErrors } from '../../../api/forms/useForm';
import { lengthOf } from '../../../lib/format';
import { parseMoney, parseRate, toDecimal } from '../../../lib/money/money';
import { newKey } from '../../../lib/random';
import type { BarId, Directive, DirectiveInput } from '../../api/types';
import { settings as settingWords } from './settingStrings';
import { problemOf, settingBody, settingOf } from './settings';
import { form as words } from './strings';

const MIN_USERNAME = 3;
const MIN_PASSWORD = 6;

export type ChangeKind = 'rate' | 'price' | 'user' | 'setting';
export type BarRole = 'admin' | 'manager' | 'bartender';

export interface ChangeForm {
  kind: ChangeKind;
  rate: string;
  chainId: string;
  currency: 'USD' | 'LRD';
  priceUSD: string;
  priceLRD: string;
  /** The chain's id of a known user; '' for a new one. */
  person: string;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  role: BarRole;
  isActive: boolean;
  password: string;
  /** The place of the setting, such as `cash.toleranceUSD`; '' until one is chosen. */
  setting: string;
  value: string;
  bars: 'all' | BarId[];
  when: 'next_day' | 'now' | 'date';
  day: string;
}

export const EMPTY: ChangeForm = {
  kind: 'rate',
  rate: '',
  chainId: '',
  currency: 'USD',
  priceUSD: '',
  priceLRD: '',
  person: '',
  username: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  role: 'bartender',
  isActive: true,
  password: '',
  setting: '',
  value: '',
  bars: 'all',
  when: 'next_day',
  day: '',
};

export function checkChange(form: ChangeForm): FieldErrors<keyof ChangeForm> {
  const errors: FieldErrors<keyof ChangeForm> = {};
  if (form.kind === 'rate' && parseRate(form.rate) === null) errors.rate = words.rateWrong;
  if (form.kind === 'price') {
    if (form.chainId === '') errors.chainId = words.productMissing;
    for (const field of ['priceUSD', 'priceLRD'] as const) {
      if (form[field].trim() !== '' && !parseMoney(form[field])) errors[field] = words.priceWrong;
    }
    if (form.priceUSD.trim() === '' && form.priceLRD.trim() === '') errors.priceUSD = words.priceMissing;
  }
  if (form.kind === 'user') {
    if (lengthOf(form.username.trim()) < MIN_USERNAME) errors.username = words.usernameShort;
    const needed = form.person === '' || form.password !== '';
    if (needed && lengthOf(form.password) < MIN_PASSWORD) errors.password = words.passwordShort;
  }
  if (form.kind === 'setting') {
    const setting = settingOf(form.setting);
    if (!setting) errors.setting = settingWords.settingMissing;
    const problem = setting && problemOf(setting, form.value);
    if (problem) errors.value = problem;
  }
  if (form.bars !== 'all' && form.bars.length === 0) errors.bars = words.barsMissing;
  if (form.when === 'date' && form.day === '') errors.day = words.dayMissing;
  return errors;
}

/** `all` are the bars that the user may see. */
export function inputOf(form: ChangeForm, all: readonly BarId[]): DirectiveInput {
  return {
    ...whatOf(form),
    bars: form.bars === 'all' ? [...all] : form.bars,
    effective: form.when === 'date' ? form.day : form.when,
  };
}

function whatOf(form: ChangeForm): Pick<DirectiveInput, 'kind' | 'body'> {
  if (form.kind === 'rate') return { kind: 'rate.suggest', body: { rate: form.rate.trim() } };
  if (form.kind === 'price') {
    const { chainId, currency } = form;
    const prices = { priceUSD: amountOf(form.priceUSD), priceLRD: amountOf(form.priceLRD) };
    return { kind: 'price.set', body: { chainId, currency, ...prices } };
  }
  const setting = settingOf(form.setting);
  if (form.kind === 'setting' && setting) {
    return { kind: 'settings.set', body: settingBody(setting, form.value) };
  }
  const { username, firstName, lastName, email, phone, role, isActive, password } = form;
  return {
    kind: 'user.set',
    body: {
      chainId: form.person || newKey(),
      username: username.trim(),
      firstName: firstName.trim() || null,
      lastName: lastName.trim() || null,
      email: email.trim() || null,
      phone: phone.trim() || null,
      role,
      isActive,
      ...(password !== '' && { password }),
    },
  };
}

/** `"3.50"`; null for an empty field. */
export function amountOf(text: string): string | null {
  const cents = parseMoney(text);
  return cents === null ? null : toDecimal(cents);
}

export interface KnownPerson {
  chainId: string;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  role: BarRole;
  isActive: boolean;
  /** The bars that this user was sent to. */
  bars: BarId[];
}

/** The users that head office has sent before, as it sent them last. `changes` are the newest first. */
export function knownPeople(changes: readonly Directive[]): KnownPerson[] {
  const known = new Map<string, KnownPerson>();
  for (const { kind, body, bar } of changes) {
    const chainId = String(body.chainId ?? '');
    if (kind !== 'user.set' || chainId === '') continue;
    const newer = known.get(chainId);
    if (newer) {
      if (!newer.bars.includes(bar)) newer.bars.push(bar);
      continue;
    }
    known.set(chainId, {
      chainId,
      username: String(body.username ?? ''),
      firstName: String(body.firstName ?? ''),
      lastName: String(body.lastName ?? ''),
      email: String(body.email ?? ''),
      phone: String(body.phone ?? ''),
      role: ['admin', 'manager'].includes(String(body.role)) ? (body.role as BarRole) : 'bartender',
      isActive: body.isActive !== false,
      bars: [bar],
    });
  }
  return [...known.values()];
}

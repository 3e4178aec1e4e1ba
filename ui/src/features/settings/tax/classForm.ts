/** The form of a tax class: its values, what is wrong with them, and the list that is sent. */

import type { SettingsBody, TaxClass } from '../../../api/types';
import { parseMoney } from '../../../lib/money/money';
import { parsePercent, rateOn, type TaxMode, taxFigures } from '../../../parts/tax/rates';
import { dialog as words } from './strings';

interface PartForm {
  name: string;
  percent: string;
}
export interface RateForm {
  /** Empty: always. */
  from: string;
  parts: PartForm[];
}
export interface ClassForm {
  name: string;
  kind: TaxClass['kind'];
  active: boolean;
  rates: RateForm[];
}

/** The server's limits. */
export const RATES_MAX = 20;
export const PARTS_MAX = 3;

export const NEW_PART: PartForm = { name: '', percent: '' };
export const NEW_RATE: RateForm = { from: '', parts: [NEW_PART] };
export const NEW_CLASS: ClassForm = { name: '', kind: 'taxed', active: true, rates: [NEW_RATE] };

/** A taxed class without a rate starts with the row for one. */
export function formOf({ name, kind, active, rates }: TaxClass): ClassForm {
  const rows = rates.map(({ from, parts }) => ({
    from: from ?? '',
    parts: parts.map((part) => ({ name: part.name, percent: String(Number(part.percent)) })),
  }));
  return { name, kind, active, rates: rows.length === 0 && kind === 'taxed' ? [NEW_RATE] : rows };
}

export type ClassErrors = Record<string, string>;

/** By field: `name`, or `name-` and `percent-` with the numbers of rate and part. Rows without anything typed are no rates. */
export function checkClass(form: ClassForm): ClassErrors {
  const errors: ClassErrors = {};
  if (form.name.trim() === '') errors.name = words.nameMissing;
  if (form.kind !== 'taxed') return errors;
  form.rates.forEach((rate, row) => {
    if (isBlank(rate)) return;
    rate.parts.forEach(({ name, percent }, part) => {
      if (name.trim() === '') errors[`name-${row}-${part}`] = words.taxNameMissing;
      if (!parsePercent(percent)) errors[`percent-${row}-${part}`] = words.percentWrong;
    });
  });
  return errors;
}

const isBlank = ({ from, parts }: RateForm): boolean =>
  from === '' && parts.every(({ name, percent }) => name.trim() === '' && percent.trim() === '');

const ratesOf = ({ rates }: ClassForm) =>
  rates
    .filter((rate) => !isBlank(rate))
    .map(({ from, parts }) => ({
      from: from || null,
      parts: parts.map(({ name, percent }) => ({ name: name.trim(), percent: percent.trim() })),
    }));

/** All classes by their ids, with this one changed, or added at the end. Only taxed classes have rates. */
export function listWith(classes: readonly TaxClass[], id: string | null, form: ClassForm): SettingsBody {
  const { name, kind, active } = form;
  const one = { name: name.trim(), kind, active, rates: kind === 'taxed' ? ratesOf(form) : [] };
  const rows = classes.map((row) => (row.id === id ? { id, ...one } : { id: row.id }));
  return { tax: { classes: id === null ? [...rows, one] : rows } };
}

/** What an amount comes to at the rate of a day; null without a rate or an amount. */
export function tried(form: ClassForm, amount: string, day: string, mode: TaxMode) {
  const total = parseMoney(amount);
  const rate = form.kind === 'taxed' ? rateOn(ratesOf(form), day) : { parts: [] };
  if (total === null || !rate) return null;
  const percents = rate.parts.map(({ percent }) => parsePercent(percent) ?? 0);
  const percent = percents.reduce((sum, one) => sum + one, 0);
  return taxFigures(total, percent, mode === 'off' ? 'included' : mode);
}

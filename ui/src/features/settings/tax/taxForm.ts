/** The form of tax and fiscal device: its values, and what of them is sent. */

import type { Category, SettingsBody, TaxClass } from '../../../api/types';
import { formatDate } from '../../../lib/format';
import { labelOf, type TaxMode } from '../../../parts/tax/rates';
import type { Settings } from '../settings';

/** The class that everything has in a new bar. */
export const STANDARD = 'standard';
/** What is offered to a bar whose standard class has no rate. */
const SUGGESTED = [
  { from: null, parts: [{ name: 'GST', percent: '13.00' }] },
  { from: '2027-01-01', parts: [{ name: 'VAT', percent: '18.00' }] },
];
export const YES = 'yes';
const CATEGORIES: readonly Category[] = ['drinks', 'food', 'cigars', 'uncategorized'];

/** What is stored; the fields of a planned change and of suggested rates are empty. */
export function valuesOf({ tax, fiscal }: Settings) {
  return {
    mode: tax.mode as string,
    planned: '',
    nextMode: 'included',
    nextFrom: '',
    tin: tax.tin ?? '',
    day: tax.day as string,
    usdStep: tax.usdStep,
    suggested: '',
    ...tax.categories,
    url: fiscal.url ?? '',
    policy: fiscal.policy as string,
    waitSeconds: String(fiscal.waitSeconds),
  };
}
export type TaxValues = ReturnType<typeof valuesOf>;

/** Only what was changed: another phone may have changed the rest. */
export function bodyOf(values: TaxValues, settings: Settings): SettingsBody {
  const before = valuesOf(settings);
  const changed = <K extends keyof TaxValues>(...names: K[]) =>
    Object.fromEntries(
      names.filter((name) => values[name] !== before[name]).map((name) => [name, values[name]]),
    );
  const categories = changed(...CATEGORIES);
  const tax = {
    ...changed('mode', 'day', 'usdStep'),
    ...(values.tin !== before.tin && { tin: values.tin.trim() || null }),
    ...(values.planned && { next: { mode: values.nextMode as TaxMode, from: values.nextFrom } }),
    ...(Object.keys(categories).length > 0 && { categories }),
    ...(values.suggested && {
      classes: settings.tax.classes.map(({ id }) => (id === STANDARD ? { id, rates: SUGGESTED } : { id })),
    }),
  };
  const fiscal = {
    ...(values.url !== before.url && { url: values.url.trim() || null }),
    ...changed('policy'),
    ...(values.waitSeconds !== before.waitSeconds && { waitSeconds: Number(values.waitSeconds) }),
  };
  return Object.fromEntries(
    Object.entries({ tax, fiscal }).filter(([, part]) => Object.keys(part).length > 0),
  ) as SettingsBody;
}

/** Whether the standard class waits for its first rate. */
export const lacksRate = ({ tax }: Settings): boolean =>
  tax.classes.some(({ id, kind, rates }) => id === STANDARD && kind === 'taxed' && rates.length === 0);

/** `GST 13 %` and `VAT 18 % from 1 Jan 2027`. */
export function suggestedLabels(): [string, string] {
  const [now, later] = SUGGESTED.map(({ from, parts }) =>
    from ? `${labelOf(parts)} from ${formatDate(from)}` : labelOf(parts),
  );
  return [now ?? '', later ?? ''];
}

/** The classes that may be chosen: active ones, and the one that is chosen. */
export const classOptions = (classes: readonly TaxClass[], chosen: string) =>
  classes
    .filter(({ id, active }) => active || id === chosen)
    .map(({ id, name }) => ({ value: id, label: name }));

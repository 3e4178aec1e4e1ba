/** The rules of labels that scales print, as the box has them. */
import type { Settings } from '../settings';
import { scales as words } from './strings';

export type ScaleLabel = Settings['scaleLabels'][number];

export interface LabelForm extends Record<string, string> {
  prefix: string;
  holds: ScaleLabel['holds'];
  /** A digit. */
  decimals: string;
}

export const NEW_LABEL: LabelForm = { prefix: '', holds: 'price', decimals: '2' };

/** The bar has at most as many. */
export const LABELS_MAX = 10;

const DECIMALS_MAX: Record<ScaleLabel['holds'], number> = { price: 2, weight: 3 };

/** The five digits of the example. */
const EXAMPLE = '02750';

export const decimalsOf = (holds: ScaleLabel['holds']): string[] =>
  Array.from({ length: DECIMALS_MAX[holds] + 1 }, (_, decimals) => String(decimals));

/** The form with what it holds changed: cents or grams, which is what scales print. */
export const holding = (form: LabelForm, holds: ScaleLabel['holds']): LabelForm => ({
  ...form,
  holds,
  decimals: String(DECIMALS_MAX[holds]),
});

/** What five digits are with these decimals: `27.50`, `2.750 kg`. */
export function exampleOf({ holds, decimals }: { holds: ScaleLabel['holds']; decimals: number }): string {
  const figure = (Number(EXAMPLE) / 10 ** decimals).toFixed(decimals);
  return holds === 'price' ? figure : `${figure} kg`;
}

export const readingOf = (form: LabelForm): string =>
  words.reads(EXAMPLE, exampleOf({ holds: form.holds, decimals: Number(form.decimals) }));

export function problemOf(prefix: string, labels: readonly ScaleLabel[]): string | null {
  if (!/^2\d$/.test(prefix.trim())) return words.prefixWrong;
  return labels.some((label) => label.prefix === prefix.trim()) ? words.prefixTaken : null;
}

export const labelOf = ({ prefix, holds, decimals }: LabelForm): ScaleLabel => ({
  prefix: prefix.trim(),
  holds,
  decimals: Number(decimals),
});

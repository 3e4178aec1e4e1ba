/** Tax as the screens compute it: rates by day, labels, and the figures of one amount, as the server computes them. */

import type { TaxClass, TaxInForce } from '../../api/types';
import { type Cents, divideRounding } from '../../lib/money/money';

export const TAX = '/api/tax';

export type TaxMode = TaxInForce['mode'];
type Rate = TaxClass['rates'][number];
type Part = Rate['parts'][number];

/** Hundredths of a percent in 100 percent. */
const WHOLE = 10_000;

/** `"13.00"` in hundredths of a percent; null for anything but 0.00 to 100.00. */
export function parsePercent(text: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{0,2}))?$/.exec(text.trim());
  if (!match) return null;
  const percent = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return percent <= WHOLE ? percent : null;
}

/** `13`, `12.5`: without trailing zeros. */
export const plainPercent = (percent: string): string => String(Number(percent));

/** `GST 13 % + Levy 1 %` */
export const labelOf = (parts: readonly Part[]): string =>
  parts.map(({ name, percent }) => `${name} ${plainPercent(percent)} %`).join(' + ');

/** The rate of a day (`YYYY-MM-DD`): the one with the latest start that is not after it. */
export function rateOn(rates: readonly Rate[], day: string): Rate | undefined {
  return byStart(rates)
    .filter(({ from }) => from === null || from <= day)
    .at(-1);
}

/** The rates that start after a day, soonest first. */
export const ratesAfter = (rates: readonly Rate[], day: string): Rate[] =>
  byStart(rates).filter(({ from }) => from !== null && from > day);

const byStart = (rates: readonly Rate[]): Rate[] =>
  [...rates].sort((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1));

export interface Figures {
  net: Cents;
  tax: Cents;
  /** What is owed. */
  gross: Cents;
}

/** The tax of a line that comes to `total`, rounded half away from zero. `percent` is in hundredths of a percent. */
export function taxFigures(total: Cents, percent: number, mode: TaxMode): Figures {
  const share = (whole: number) => divideRounding(BigInt(total) * BigInt(percent), BigInt(whole));
  if (mode === 'included') {
    const tax = share(WHOLE + percent);
    return { net: total - tax, tax, gross: total };
  }
  const tax = mode === 'added' ? share(WHOLE) : 0;
  return { net: total, tax, gross: total + tax };
}

/** The percent of a class today in hundredths; 0 for one without a rate. */
export const rateOf = (row: TaxInForce['today'][number] | undefined): number =>
  parsePercent(row?.percent ?? '') ?? 0;

/** A figure that can be read in two ways: `1.250`. */
import type { Figures } from '../types';

const SIGN: Record<Figures, string> = { point: '.', comma: ',' };

/** `1.25` and `1,250` for `1.250`; null if the sample has no such figure. */
export function readings(sample: string): Record<Figures, string> | null {
  const figure = /\d{1,3}[.,]\d{3}\b/.exec(sample)?.[0];
  return figure ? { point: read(figure, 'point'), comma: read(figure, 'comma') } : null;
}

function read(figure: string, figures: Figures): string {
  const [whole = '', fraction] = figure.split(SIGN[figures]);
  // Without the decimal sign, the other one groups.
  return fraction === undefined ? whole.replace(/[.,]/, ',') : shorter(`${whole}.${fraction}`);
}

/** Without zeros at the end; an amount keeps two places. */
const shorter = (text: string) => text.replace(/(\.\d\d)0$/, '$1');

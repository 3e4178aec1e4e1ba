/** What lines come to with tax. The code comes with the first answer of a box that has tax: `OnTop.tsx`. */
import type { ComponentType } from 'react';
import type { BatchBody } from '../../api/types';
import type { Dual } from '../../lib/money/money';
import { createStore } from '../../lib/state/store';
import type { Line, Owing } from '../lines/line';

export interface TaxOfLines {
  /** What is owed for these lines. */
  grandTotalOf: (lines: readonly Owing[]) => Dual;
  /** The same as a sale claims it, so that the box refuses another one. */
  claimOf: (lines: readonly Owing[]) => Pick<BatchBody, 'grandTotalUSD' | 'grandTotalLRD'>;
  /** Subtotal and a row for each label, above the total. */
  Rows: ComponentType<{ lines: readonly Line[] }>;
}

/** Null while the bar has no tax. */
export const taxStore = createStore<TaxOfLines | null>(null);

/** Keeps the tax of lines that are not sold yet, for the screens that show and claim their total. Mounted while the bar has tax. */
import { useEffect, useLayoutEffect } from 'react';
import { cachedQuery, useGet } from '../../api/http/query';
import type { TaxInForce } from '../../api/types';
import { leadingCurrency } from '../../lib/money/money';
import type { Line, Owing } from '../lines/line';
import { totalOf } from '../lines/lines';
import { TAX } from './rates';
import { claimOf, labelRows, onTop, plus, subtotalRow, taxToday } from './rows';
import { type TaxOfLines, taxStore } from './store';
import { TaxRows } from './TaxRows';

export default function OnTop() {
  const tax = useGet(TAX).data;
  useEffect(() => taxStore.set(tax && tax.mode !== 'off' ? taxOf(tax) : null), [tax]);
  // Before the next screen is shown.
  useLayoutEffect(() => () => taxStore.set(null), []);
  return null;
}

/** The products are those that the screen shows its lines of. */
function classOf(productId: number): string | undefined {
  return cachedQuery('/api/products')?.find(({ id }) => id === productId)?.effectiveTaxClass;
}

function taxOf(inForce: TaxInForce): TaxOfLines {
  const grandTotalOf = (lines: readonly Owing[]) =>
    plus(totalOf(lines), onTop(taxToday(lines, inForce, classOf)));
  function Rows({ lines }: { lines: readonly Line[] }) {
    const rows = labelRows(taxToday(lines, inForce, classOf));
    if (rows.length === 0) return null;
    return (
      <dl className="facts">
        <TaxRows rows={[subtotalRow(totalOf(lines)), ...rows]} leads={leadingCurrency(lines)} />
      </dl>
    );
  }
  return { grandTotalOf, claimOf: (lines) => claimOf(grandTotalOf(lines)), Rows };
}

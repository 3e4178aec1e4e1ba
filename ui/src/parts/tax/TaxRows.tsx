/** Rows of tax above a total, each in both currencies. */
import { Fragment } from 'react';
import { formatTotal } from '../../lib/format';
import type { Currency, Dual } from '../../lib/money/money';
import type { TaxRow } from './rows';
import { words } from './strings';

interface TaxRowsProps {
  rows: readonly TaxRow[];
  /** The currency that stands first. */
  leads: Currency;
}

/** For a list of facts (`dl`). */
export function TaxRows({ rows, leads }: TaxRowsProps) {
  return rows.map(({ label, amounts, included }) => (
    <Fragment key={`${label} ${included}`}>
      <dt>{label}</dt>
      <dd>
        {included ? words.included(inBothCurrencies(amounts, leads)) : inBothCurrencies(amounts, leads)}
      </dd>
    </Fragment>
  ));
}

function inBothCurrencies({ usd, lrd }: Dual, leads: Currency): string {
  const amounts = [formatTotal(usd, 'USD'), formatTotal(lrd, 'LRD')];
  if (leads === 'LRD') amounts.reverse();
  return amounts.join(' · ');
}

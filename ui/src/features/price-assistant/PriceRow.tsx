/** A price and its new one, with what is left of each without tax. */

import type { AssistedPrice } from '../../api/types';
import { formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { decimalTyped } from '../../lib/money/typed';
import { words } from './strings';

interface PriceRowProps {
  row: AssistedPrice;
  value: string;
  /** The price of a plan that is stored; null without one. */
  planned: string | null;
  wrong: boolean;
  onValue: (value: string) => void;
}

export function PriceRow({ row, value, planned, wrong, onValue }: PriceRowProps) {
  const { productName, currency } = row;
  const money = (amount: string) => formatMoney(fromServer(amount), currency);
  return (
    <li>
      <div className="grow">
        <span className="name">{productName}</span>
        <small>
          <b>{money(row.price)}</b> · {words.net(money(row.netBefore), money(row.netAfter))}
        </small>
        {planned && <small>{words.planned(money(planned))}</small>}
        {wrong && <small role="alert">{words.notAnAmount}</small>}
      </div>
      <input
        inputMode="decimal"
        autoComplete="off"
        className="new-price"
        aria-label={words.newPrice(productName, currency)}
        aria-invalid={wrong ? true : undefined}
        value={value}
        onInput={(event) => onValue(decimalTyped(event.currentTarget.value))}
      />
    </li>
  );
}

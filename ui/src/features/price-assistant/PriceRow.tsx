/** A price and its new one, with what is left of each without tax. */
import type { AssistedPrice } from '../../api/types';
import { formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
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
        type="number"
        min={0}
        step={0.01}
        inputMode="decimal"
        autoComplete="off"
        className="new-price"
        aria-label={words.newPrice(productName, currency)}
        aria-invalid={wrong ? true : undefined}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
        onWheel={(event) => event.currentTarget.blur()}
      />
    </li>
  );
}

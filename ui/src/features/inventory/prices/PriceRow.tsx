/** One product of the price list: both prices and whether it is on the menu. A table row, of two lines on a phone. */
import { memo } from 'react';
import type { Product } from '../../../api/types';
import { formatMoney } from '../../../lib/format';
import { convert, parseMoney } from '../../../lib/money/money';
import { Badge } from '../../../ui/Badge';
import { PriceCell } from './PriceCell';
import {
  changedFields,
  changedMeanwhile,
  type FieldName,
  nowText,
  type PriceName,
  type RowErrors,
  shownValues,
  type TypedRow,
} from './priceList';
import { words } from './strings';

interface PriceRowProps {
  product: Product;
  row: TypedRow | undefined;
  errors: RowErrors | undefined;
  rate: number | undefined;
  onType: (product: Product, name: FieldName, text: string) => void;
}

export const PriceRow = memo(function PriceRow({ product, row, errors, rate, onType }: PriceRowProps) {
  const values = shownValues(product, row);
  const changed = changedFields(product, row);
  const outdated = changedMeanwhile(product, row);
  return (
    <tr data-changed={changed.length > 0 || undefined}>
      <th scope="row">
        <span className="row">
          <span>{product.name}</span>
          {changed.length > 0 && (
            <Badge status={outdated.length > 0 ? 'warning' : 'info'}>{words.changed}</Badge>
          )}
        </span>
      </th>
      {(['priceUSD', 'priceLRD'] as const).map((name) => (
        <PriceCell
          key={name}
          product={product}
          name={name}
          text={values[name]}
          placeholder={followed(name, values, rate)}
          error={errors?.[name]}
          isChanged={changed.includes(name)}
          isOutdated={outdated.includes(name)}
          onType={onType}
        />
      ))}
      <td>
        <label className="row switch">
          <input
            type="checkbox"
            role="switch"
            name="isAvailable"
            aria-label={words.availableOf(product.name)}
            aria-checked={values.isAvailable === '1'}
            checked={values.isAvailable === '1'}
            onChange={(event) => onType(product, 'isAvailable', event.currentTarget.checked ? '1' : '0')}
          />
          <span className="caption" aria-hidden="true">
            {words.available}
          </span>
        </label>
        {outdated.includes('isAvailable') && (
          <small data-status="warning">{words.meanwhile(nowText(product, 'isAvailable'))}</small>
        )}
      </td>
    </tr>
  );
});

/** The price that a blank field has: the other one at the rate. */
function followed(name: PriceName, values: Record<PriceName, string>, rate: number | undefined) {
  const other = parseMoney(name === 'priceUSD' ? values.priceLRD : values.priceUSD);
  if (other === null || rate === undefined) return undefined;
  const [from, to] = name === 'priceUSD' ? (['LRD', 'USD'] as const) : (['USD', 'LRD'] as const);
  return words.follows(formatMoney(convert(other, from, to, rate), to));
}

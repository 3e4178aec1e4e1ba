/** One price of a row: what is typed, what it was, and what another phone made of it. */

import { type KeyboardEvent, memo, useId } from 'react';
import type { Product } from '../../../api/types';
import { decimalTyped } from '../../../lib/money/typed';
import { ownedText } from '../../../parts/head-office/owned';
import { nowText, type PriceName } from './priceList';
import { words } from './strings';

const LABEL: Record<PriceName, string> = { priceUSD: words.usd, priceLRD: words.lrd };
/** In the field, where no head of a column names the currency. */
const SYMBOL: Record<PriceName, string> = { priceUSD: '$', priceLRD: 'L$' };

interface PriceCellProps {
  product: Product;
  name: PriceName;
  text: string;
  /** The price that a blank field has, such as '≈ L$380.00'. */
  placeholder: string | undefined;
  error: string | undefined;
  isChanged: boolean;
  /** Another phone has changed it since it was typed. */
  isOutdated: boolean;
  onType: (product: Product, name: PriceName, text: string) => void;
}

export const PriceCell = memo(function PriceCell(props: PriceCellProps) {
  const { product, name, text, placeholder, error, isChanged, isOutdated, onType } = props;
  const noteId = useId();
  const now = nowText(product, name);
  const owned = ownedText(product, name);
  const note =
    error ?? owned?.hint ?? (isOutdated ? words.meanwhile(now) : isChanged ? words.was(now) : null);
  return (
    <td>
      <span className="caption" aria-hidden="true">
        {SYMBOL[name]}
      </span>
      <input
        name={name}
        inputMode="decimal"
        enterKeyHint="next"
        autoComplete="off"
        aria-label={words.priceOf(LABEL[name], product.name)}
        aria-describedby={note ? noteId : undefined}
        aria-invalid={error ? true : undefined}
        readOnly={owned?.readOnly}
        placeholder={placeholder}
        value={text}
        onInput={(event) => onType(product, name, decimalTyped(event.currentTarget.value))}
        // The digits that are typed replace the price.
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={focusNext}
      />
      {note && (
        <small
          id={noteId}
          role={error ? 'alert' : undefined}
          data-status={isOutdated ? 'warning' : undefined}
        >
          {note}
        </small>
      )}
    </td>
  );
});

/** Enter goes to the same price of the next product. */
function focusNext(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const { form, name } = event.currentTarget;
  const fields = [...(form?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? [])];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}

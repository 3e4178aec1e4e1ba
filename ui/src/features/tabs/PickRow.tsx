/** One product of Add Items, with price, stock and quantity. */
import { useId } from 'react';
import { priceOf } from '../../api/prices';
import type { Product } from '../../api/types';
import { Stepper } from '../../ui/form/Stepper';
import { Money } from '../../ui/money/Money';
import { StockNote } from '../lines/StockNote';
import { adding as words } from './strings';

interface PickRowProps {
  product: Product;
  picked: number;
  locked: boolean;
  onChange: (by: number) => void;
}

export function PickRow({ product, picked, locked, onChange }: PickRowProps) {
  const nameId = useId();
  const { name, brand, stock, currency } = product;
  return (
    <li className="cart-line">
      <span className="grow">
        <span className="name" id={nameId}>
          {name}
        </span>
        {brand && <small>{brand}</small>}
      </span>
      <Money {...priceOf(product)} leads={currency} className="end" />
      <StockNote stock={stock} />
      {picked > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a default style
        <span role="group" aria-labelledby={nameId}>
          <Stepper
            value={picked}
            canLess={!locked}
            canMore={!locked && picked < stock}
            onLess={() => onChange(-1)}
            onMore={() => onChange(1)}
          />
        </span>
      ) : (
        <button
          type="button"
          className="soft"
          aria-describedby={nameId}
          disabled={locked || stock <= 0}
          onClick={() => onChange(1)}
        >
          {words.add}
        </button>
      )}
    </li>
  );
}

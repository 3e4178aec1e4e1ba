/** 'Give a price': the price of a row that has none, typed in place. */
import { type FormEvent, useState } from 'react';
import { parseMoney, toDecimal } from '../../lib/money/money';
import { NumberField } from '../../ui/form/NumberField';
import { fields, check as text } from './strings';
import type { GivenPrice } from './types';

interface GivePriceProps {
  /** Of the product. */
  name: string;
  disabled: boolean;
  onPrice: (price: GivenPrice) => void;
}

const PRICES = ['priceUSD', 'priceLRD'] as const;

export function GivePrice({ name, disabled, onPrice }: GivePriceProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState({ priceUSD: '', priceLRD: '' });
  const [wrong, setWrong] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const given = PRICES.filter((field) => typed[field].trim() !== '');
    const price: GivenPrice = {};
    for (const field of given) {
      const cents = parseMoney(typed[field]);
      if (cents !== null) price[field] = toDecimal(cents);
    }
    if (given.length === 0 || given.some((field) => price[field] === undefined)) setWrong(true);
    else onPrice(price);
  }

  if (!open) {
    return (
      <button
        type="button"
        className="secondary small"
        aria-label={text.givePriceTo(name)}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {text.givePrice}
      </button>
    );
  }
  return (
    <form className="import-price" aria-label={text.givePriceTo(name)} noValidate onSubmit={submit}>
      {PRICES.map((field, at) => (
        <NumberField
          key={field}
          label={fields[field]}
          // The button that was pressed is gone.
          autoFocus={at === 0}
          disabled={disabled}
          value={typed[field]}
          error={wrong && at === 0 ? text.priceWrong : undefined}
          onValue={(value) => {
            setTyped((before) => ({ ...before, [field]: value }));
            setWrong(false);
          }}
        />
      ))}
      <button type="submit" className="small" disabled={disabled}>
        {text.savePrice}
      </button>
    </form>
  );
}

/** Fields for an amount in each currency, and the number pad for the active one; the phone's keyboard stays closed. */
import { Delete } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { Currency } from '../../lib/money/money';
import type { AmountAction, Amounts, PadKey } from '../../lib/money/numpad';
import './amount-fields.css';

interface AmountFieldsProps {
  amounts: Amounts;
  dispatch: (action: AmountAction) => void;
  /** Why these amounts cannot be taken; shown below the fields. */
  error?: string | null;
}

const FIELDS: readonly { currency: Currency; label: string; placeholder: string }[] = [
  { currency: 'USD', label: 'Amount USD', placeholder: '0.00' },
  { currency: 'LRD', label: 'Amount LRD', placeholder: '0' },
];

export function AmountFields({ amounts, dispatch, error = null }: AmountFieldsProps) {
  const errorId = useId();
  const first = useRef<HTMLInputElement>(null);
  // So that a hardware keyboard works at once.
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="amounts">
      {FIELDS.map(({ currency, label, placeholder }) => (
        <label key={currency} className="amount" data-active={amounts.active === currency || undefined}>
          {label}
          <input
            ref={amounts.active === currency ? first : undefined}
            inputMode="none"
            min="0"
            step="0.01"
            autoComplete="off"
            placeholder={placeholder}
            aria-invalid={error !== null || undefined}
            aria-describedby={error === null ? undefined : errorId}
            value={currency === 'USD' ? amounts.usd : amounts.lrd}
            onFocus={() => dispatch({ type: 'focus', currency })}
            onInput={(event) => {
              const field = event.currentTarget;
              dispatch({ type: 'typed', currency, text: field.value });
            }}
          />
        </label>
      ))}
      {error !== null && (
        <small id={errorId} className="amounts-error" role="alert">
          {error}
        </small>
      )}
    </div>
  );
}

const KEYS: readonly (PadKey | Currency)[] = [
  ...(['1', '2', '3', 'back'] as const),
  ...(['4', '5', '6', 'clear'] as const),
  ...(['7', '8', '9', 'USD'] as const),
  ...(['.', '0', '00', 'LRD'] as const),
];

interface NumpadProps {
  onKey: (key: PadKey) => void;
  /** Fills in what remains in this currency. */
  onExact: (currency: Currency) => void;
}

export function Numpad({ onKey, onExact }: NumpadProps) {
  return (
    <fieldset className="numpad">
      <legend className="sr-only">Number pad</legend>
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          aria-label={key === 'back' ? 'Delete last digit' : undefined}
          onClick={() => (key === 'USD' || key === 'LRD' ? onExact(key) : onKey(key))}
        >
          {labelOf(key)}
        </button>
      ))}
    </fieldset>
  );
}

function labelOf(key: PadKey | Currency) {
  if (key === 'back') return <Delete />;
  if (key === 'clear') return 'Clear';
  if (key === 'USD') return 'Exact $';
  return key === 'LRD' ? 'Exact L$' : key;
}

/** What is in the drawer: notes and coins one by one, or the amount of each currency; and notes that do not count. */
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { CashSetup, Denomination } from '../../../api/types';
import { formatExact } from '../../../lib/format';
import { type Currency, inOne } from '../../../lib/money/money';
import { tidy } from '../../../lib/money/numpad';
import { Choices } from '../../../ui/form/Choices';
import { TextField } from '../../../ui/form/Field';
import { count as words } from '../strings';
import { CURRENCIES } from '../till';
import {
  badKey,
  byPieces,
  type CountValues,
  pieceKey,
  pieceName,
  quantityOf,
  tidyQuantity,
  totalKey,
  totalOf,
  worthOf,
} from './count';
import '../drawer.css';
import '../../../styles/shared/figures.css';

interface CounterProps {
  setup: CashSetup;
  values: CountValues;
  onType: (change: CountValues) => void;
  /** Why the count cannot be taken. */
  error?: string | null;
}

const NAMES = { USD: words.usd, LRD: words.lrd };

export function Counter({ setup, values, onType, error }: CounterProps) {
  const [currency, setCurrency] = useState<Currency>('USD');
  const total = totalOf(values, setup);
  const pieces = byPieces(setup);
  return (
    <div className="stack">
      {pieces ? (
        <>
          <Choices
            kind="segmented"
            label={words.currency}
            value={currency}
            onValue={setCurrency}
            options={CURRENCIES.map((value) => ({
              value,
              label: (
                <span className="count-tab">
                  <span>{NAMES[value]}</span>
                  <b>{formatExact(inOne(total, value), value)}</b>
                </span>
              ),
            }))}
          />
          <ul className="denoms">
            {setup.denominations
              .filter((piece) => piece.currency === currency)
              .map((piece) => (
                <PieceRow key={pieceKey(piece)} piece={piece} values={values} onType={onType} />
              ))}
          </ul>
          {error && (
            <small role="alert" className="bad">
              {error}
            </small>
          )}
        </>
      ) : (
        CURRENCIES.map((one, place) => (
          <TextField
            key={one}
            label={one === 'USD' ? words.amountUSD : words.amountLRD}
            inputMode="decimal"
            autoComplete="off"
            value={values[totalKey(one)] ?? ''}
            error={place === 0 ? error : null}
            onValue={(text) => onType({ [totalKey(one)]: tidy(text) })}
          />
        ))
      )}
      <BadNotes currencies={pieces ? [currency] : CURRENCIES} values={values} onType={onType} />
    </div>
  );
}

interface PieceRowProps {
  piece: Denomination;
  values: CountValues;
  onType: (change: CountValues) => void;
}

function PieceRow({ piece, values, onType }: PieceRowProps) {
  const name = pieceName(piece);
  const quantity = quantityOf(values, piece);
  const set = (text: string) => onType({ [pieceKey(piece)]: tidyQuantity(text) });
  return (
    <li>
      <span className={piece.kind === 'coin' ? 'face coin' : 'face'} aria-hidden="true">
        {name.split(' ')[0]}
      </span>
      <span className="stepper">
        <button
          type="button"
          aria-label={words.less(name)}
          onClick={() => set(String(Math.max(0, quantity - 1)))}
        >
          <Minus />
        </button>
        <input
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          aria-label={name}
          value={values[pieceKey(piece)] ?? ''}
          onInput={(event) => set(event.currentTarget.value)}
        />
        <button type="button" aria-label={words.more(name)} onClick={() => set(String(quantity + 1))}>
          <Plus />
        </button>
      </span>
      <output>{formatExact(worthOf(values, piece), piece.currency)}</output>
    </li>
  );
}

interface BadNotesProps {
  currencies: readonly Currency[];
  values: CountValues;
  onType: (change: CountValues) => void;
}

const BAD_FIELDS = [
  ['torn', words.torn],
  ['false', words.false],
] as const;

function BadNotes({ currencies, values, onType }: BadNotesProps) {
  const some = currencies.some((currency) => BAD_FIELDS.some(([reason]) => values[badKey(reason, currency)]));
  const [open, setOpen] = useState(some);
  if (!open && !some) {
    return (
      <button type="button" className="quiet bad-notes" onClick={() => setOpen(true)}>
        <Plus />
        {words.badNotes}
      </button>
    );
  }
  return (
    <fieldset className="stack">
      <legend>{words.badNotes}</legend>
      <small>{words.badDetail}</small>
      {currencies.map((currency) => (
        <div key={currency} className="abreast">
          {BAD_FIELDS.map(([reason, label]) => (
            <TextField
              key={reason}
              label={currencies.length > 1 ? `${label} ${currency}` : label}
              inputMode="decimal"
              autoComplete="off"
              value={values[badKey(reason, currency)] ?? ''}
              onValue={(text) => onType({ [badKey(reason, currency)]: tidy(text) })}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

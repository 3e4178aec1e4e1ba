/** The dated rates of a tax class, each of one to three taxes. */
import { Plus, Trash2 } from 'lucide-react';
import type { CSSProperties } from 'react';
import { TextField } from '../../../ui/form/Field';
import { NumberField } from '../../../ui/form/NumberField';
import { type ClassErrors, NEW_PART, NEW_RATE, PARTS_MAX, RATES_MAX, type RateForm } from './classForm';
import { dialog as words } from './strings';

/** The server's limit, in characters. */
const TAX_NAME_MAX = 20;

interface RateRowsProps {
  rates: readonly RateForm[];
  errors: Partial<ClassErrors>;
  onRates: (rates: RateForm[]) => void;
}

const APART = { '--gap': 'var(--space-2)' } as CSSProperties;

const replaced = <T,>(list: readonly T[], at: number, one: T): T[] =>
  list.map((other, index) => (index === at ? one : other));
const without = <T,>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at);

export function RateRows({ rates, errors, onRates }: RateRowsProps) {
  return (
    <>
      {rates.map((rate, row) => (
        <fieldset key={row} className="stack" style={APART}>
          <legend>
            <b>{words.rate(row + 1)}</b>
          </legend>
          <TextField
            label={words.from}
            type="date"
            hint={rate.from === '' ? words.always : undefined}
            value={rate.from}
            onValue={(from) => onRates(replaced(rates, row, { ...rate, from }))}
          />
          <RateParts
            rate={rate}
            row={row}
            errors={errors}
            onRate={(next) => onRates(replaced(rates, row, next))}
          />
          <div className="row">
            {rate.parts.length < PARTS_MAX && (
              <button
                type="button"
                className="quiet"
                onClick={() => onRates(replaced(rates, row, { ...rate, parts: [...rate.parts, NEW_PART] }))}
              >
                <Plus />
                {words.addPart}
              </button>
            )}
            <button type="button" className="quiet" onClick={() => onRates(without(rates, row))}>
              <Trash2 />
              {words.remove}
            </button>
          </div>
        </fieldset>
      ))}
      {rates.length < RATES_MAX && (
        <button type="button" className="soft" onClick={() => onRates([...rates, NEW_RATE])}>
          <Plus />
          {words.addRate}
        </button>
      )}
    </>
  );
}

interface RatePartsProps {
  rate: RateForm;
  row: number;
  errors: Partial<ClassErrors>;
  onRate: (rate: RateForm) => void;
}

function RateParts({ rate, row, errors, onRate }: RatePartsProps) {
  const { parts } = rate;
  const set = (at: number, change: object) =>
    onRate({ ...rate, parts: parts.map((part, index) => (index === at ? { ...part, ...change } : part)) });
  return parts.map((part, at) => (
    <div key={at} className="amounts">
      <TextField
        label={words.taxName}
        autoComplete="off"
        maxLength={TAX_NAME_MAX}
        value={part.name}
        error={errors[`name-${row}-${at}`]}
        onValue={(name) => set(at, { name })}
      />
      <NumberField
        label={words.percent}
        value={part.percent}
        error={errors[`percent-${row}-${at}`]}
        onValue={(percent) => set(at, { percent })}
      >
        {parts.length > 1 && (
          <button
            type="button"
            className="quiet icon-only"
            aria-label={words.removePart(part.name)}
            onClick={() => onRate({ ...rate, parts: without(parts, at) })}
          >
            <Trash2 />
          </button>
        )}
      </NumberField>
    </div>
  ));
}

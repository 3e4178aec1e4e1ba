/** The dates of the report: presets, and two date inputs with a validation message. */
import { useId } from 'react';
import { Choices } from '../../ui/form/Choices';
import { type DateRange, PRESETS, type Preset } from './range';
import { words } from './strings';
import './range.css';

interface RangeFieldsProps {
  range: DateRange;
  /** Null when the dates were chosen one by one. */
  preset: Preset | null;
  error: string | null;
  onRange: (range: DateRange) => void;
  onPreset: (preset: Preset) => void;
}

export function RangeFields({ range, preset, error, onRange, onPreset }: RangeFieldsProps) {
  const errorId = useId();
  const field = (name: keyof DateRange, label: string) => (
    <label>
      <span className="sr-only">{label}</span>
      <input
        type="date"
        name={name}
        value={range[name]}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => onRange({ ...range, [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <form className="range" noValidate aria-label={words.range}>
      <Choices
        label={words.presets}
        value={preset ?? ''}
        options={PRESETS.map((value) => ({ value, label: value }))}
        onValue={(value) => onPreset(value as Preset)}
      />
      <div className="range-days">
        {field('from', words.from)}
        <span aria-hidden="true">{words.to}</span>
        {field('to', words.toLabel)}
      </div>
      {error && (
        <small id={errorId} role="alert">
          {error}
        </small>
      )}
    </form>
  );
}

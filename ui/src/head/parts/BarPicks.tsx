/** Check boxes: all bars, or some of them. */
import { useId } from 'react';
import type { BarId } from '../api/types';
import { words } from './strings';
import { useBars } from './useBars';

interface BarPicksProps {
  label: string;
  chosen: 'all' | readonly BarId[];
  error?: string;
  onChosen: (bars: 'all' | BarId[]) => void;
}

export function BarPicks({ label, chosen, error, onChosen }: BarPicksProps) {
  const bars = useBars().data ?? [];
  const errorId = useId();
  const isAll = chosen === 'all';
  const toggle = (bar: BarId) => {
    const before = isAll ? [] : chosen;
    onChosen(before.includes(bar) ? before.filter((one) => one !== bar) : [...before, bar]);
  };
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend>{label}</legend>
      <div className="picks">
        <label>
          <input
            type="checkbox"
            checked={isAll}
            aria-invalid={error ? true : undefined}
            onChange={() => onChosen(isAll ? [] : 'all')}
          />
          {words.allBars}
        </label>
        {!isAll &&
          bars.map(({ bar, name }) => (
            <label key={bar}>
              <input type="checkbox" checked={chosen.includes(bar)} onChange={() => toggle(bar)} />
              {name}
            </label>
          ))}
      </div>
      {error && (
        <small id={errorId} role="alert">
          {error}
        </small>
      )}
    </fieldset>
  );
}

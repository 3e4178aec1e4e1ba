/** The period of a report: Tonight, Yesterday, Week, Month, or two dates, with this year beside them. */
import { useId, useState } from 'react';
import { deviceDate } from '../../lib/format';
import { Choices } from '../../ui/form/Choices';
import type { Period } from '../api/calls';
import { PERIODS, problemOf } from '../lib/period';
import { words } from './strings';

const DATES = 'dates';
const YEAR = 'year';
const OPTIONS = [...PERIODS, DATES] as const;

interface PeriodFieldsProps {
  period: Period;
  onPeriod: (period: Period) => void;
}

export function PeriodFields({ period, onPeriod }: PeriodFieldsProps) {
  // Dates that are still being typed are no period yet.
  const [typed, setTyped] = useState<{ from: string; to: string } | null>(
    typeof period !== 'string' ? period : period === YEAR ? thisYear() : null,
  );
  const problem = typed && problemOf(typed);
  const errorId = useId();

  function choose(value: (typeof OPTIONS)[number]) {
    if (value !== DATES) {
      setTyped(null);
      return onPeriod(value);
    }
    const today = deviceDate();
    type({ from: today, to: today });
  }
  function chooseYear() {
    setTyped(thisYear());
    onPeriod(YEAR);
  }
  function type(dates: { from: string; to: string }) {
    setTyped(dates);
    if (problemOf(dates) === null) onPeriod(dates);
  }
  const day = (name: 'from' | 'to') => (
    <label>
      <span className="sr-only">{words[name]}</span>
      <input
        type="date"
        name={name}
        value={typed?.[name]}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? errorId : undefined}
        onInput={(event) => typed && type({ ...typed, [name]: event.currentTarget.value })}
      />
    </label>
  );

  return (
    <form
      className="period"
      noValidate
      aria-label={words.period}
      onSubmit={(event) => event.preventDefault()}
    >
      <Choices
        label={words.period}
        value={typed || period === YEAR || typeof period !== 'string' ? DATES : period}
        options={OPTIONS.map((value) => ({ value, label: words[value] }))}
        onValue={choose}
      />
      {typed && (
        <div className="period-days">
          {day('from')}
          <span aria-hidden="true">–</span>
          {day('to')}
          <button type="button" className="secondary" aria-pressed={period === YEAR} onClick={chooseYear}>
            {words.year}
          </button>
        </div>
      )}
      {problem && (
        <small id={errorId} role="alert">
          {words[problem]}
        </small>
      )}
    </form>
  );
}

/** From 1 January to today, as the device counts. */
function thisYear() {
  const to = deviceDate();
  return { from: `${to.slice(0, 4)}-01-01`, to };
}

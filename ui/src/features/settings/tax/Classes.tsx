/** The tax classes: today's rate, and those to come. */
import { Pencil, Plus } from 'lucide-react';
import { useGet } from '../../../api/http/query';
import type { TaxClass } from '../../../api/types';
import { formatDate } from '../../../lib/format';
import { labelOf, rateOn, ratesAfter, TAX } from '../../../parts/tax/rates';
import { words } from './strings';

interface ClassesProps {
  classes: readonly TaxClass[];
  /** The business day. */
  today: string;
  error: string | undefined;
  /** Opens the dialog of a class, or of a new one. */
  onOpen: (taxClass: TaxClass | 'new') => void;
}

export function Classes({ classes, today, error, onOpen }: ClassesProps) {
  const inForce = useGet(TAX).data;
  /** The box says it of active classes only. Null where it is the name again: `Zero-rated`. */
  function labelToday({ id, name, rates }: TaxClass): string | null {
    const label = inForce?.today.find((row) => row.class === id)?.label;
    if (label === name) return null;
    return label ?? (labelOf(rateOn(rates, today)?.parts ?? []) || words.noRate);
  }
  return (
    <section className="stack tight" aria-labelledby="tax-classes">
      <h3 id="tax-classes" className="sr-only">
        {words.classes}
      </h3>
      <ul className="list">
        {classes.map((one) => (
          <li key={one.id}>
            <div className="grow">
              <span className="name">{one.name}</span>
              <small>
                {[inForce ? labelToday(one) : '…', !one.active && words.inactive].filter(Boolean).join(' · ')}
              </small>
              {ratesAfter(one.rates, today).map(({ from, parts }) => (
                <small key={from}>{words.planned(formatDate(from ?? ''), labelOf(parts))}</small>
              ))}
            </div>
            <button
              type="button"
              className="quiet icon-only"
              aria-label={words.edit(one.name)}
              onClick={() => onOpen(one)}
            >
              <Pencil />
            </button>
          </li>
        ))}
      </ul>
      {error && <small role="alert">{error}</small>}
      <button type="button" className="soft" onClick={() => onOpen('new')}>
        <Plus />
        {words.add}
      </button>
    </section>
  );
}

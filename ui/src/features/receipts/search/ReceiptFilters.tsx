/** Filters of the receipts: days, amount, product, seller, customer, payment method, voided. */
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { useCashSetup } from '../../../parts/payment/methods';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import { filters as words } from '../strings';
import { countOf, daysBefore, type Filters, mistakesOf, NO_FILTERS } from './filters';
import './search.css';

interface ReceiptFiltersProps {
  filters: Filters;
  /** The current business day; null until it is known. */
  today: string | null;
  onFilters: (filters: Filters) => void;
}

export function ReceiptFilters({ filters, today, onFilters }: ReceiptFiltersProps) {
  const count = countOf(filters);
  const [open, setOpen] = useState(count > 0);
  const panelId = useId();
  const methods = useCashSetup()?.methods ?? [];
  const mistakes = mistakesOf(filters);
  const set = (more: Partial<Filters>) => onFilters({ ...filters, ...more });
  return (
    <div className="stack tight">
      <div className="receipt-filters-bar">
        <button
          type="button"
          className="secondary"
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal />
          {words.filter}
          {count > 0 && <span className="count">{count}</span>}
        </button>
        {today &&
          words.days.map((label, days) => {
            const day = daysBefore(today, days);
            const chosen = filters.from === day && filters.to === day;
            return (
              <button
                key={label}
                type="button"
                className="secondary"
                aria-pressed={chosen}
                onClick={() => set(chosen ? { from: '', to: '' } : { from: day, to: day })}
              >
                {label}
              </button>
            );
          })}
        {count > 0 && (
          <button type="button" className="quiet" onClick={() => onFilters(NO_FILTERS)}>
            {words.clear}
          </button>
        )}
      </div>
      <div id={panelId} className="receipt-filters" hidden={!open}>
        <TextField type="date" label={words.from} value={filters.from} onValue={(from) => set({ from })} />
        <TextField
          type="date"
          label={words.to}
          value={filters.to}
          error={mistakes.to ? words.badRange : null}
          onValue={(to) => set({ to })}
        />
        <TextField
          label={words.amount}
          placeholder={words.amountHint}
          autoComplete="off"
          value={filters.amount}
          error={mistakes.amount ? words.badAmount : null}
          onValue={(amount) => set({ amount })}
        />
        <TextField
          label={words.product}
          autoComplete="off"
          value={filters.product}
          onValue={(product) => set({ product })}
        />
        <TextField
          label={words.seller}
          autoComplete="off"
          value={filters.seller}
          onValue={(seller) => set({ seller })}
        />
        <TextField
          label={words.customer}
          autoComplete="off"
          value={filters.customer}
          onValue={(customer) => set({ customer })}
        />
        <SelectField
          label={words.method}
          value={filters.method}
          options={[
            { value: '', label: words.any },
            ...methods.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValue={(method) => set({ method })}
        />
        <SelectField
          label={words.voided}
          value={filters.voided}
          options={words.voidedOptions}
          onValue={(voided) => set({ voided })}
        />
      </div>
    </div>
  );
}

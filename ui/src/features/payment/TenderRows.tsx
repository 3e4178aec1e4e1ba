/** Several methods in one payment or refund: a row each, and the button that adds one. */
import { X } from 'lucide-react';
import type { CashSetup, PaymentMethod } from '../../api/types';
import type { Currency } from '../../lib/money';
import { NumberField } from '../../ui/NumberField';
import { SelectField } from '../../ui/SelectField';
import { addedMethods, methodOf } from './methods';
import { words } from './partStrings';
import ReferenceField from './ReferenceField';
import { newRow, TENDERS_MAX, withMethod } from './rowEdits';
import { lacksReference, type Row } from './rows';
import '../../styles/tenders.css';

const CURRENCIES: readonly { value: Currency; label: string }[] = [
  { value: 'USD', label: 'US$' },
  { value: 'LRD', label: 'L$' },
];

interface TenderRowsProps {
  rows: readonly Row[];
  setup: CashSetup;
  /** The methods to choose from. */
  methods: readonly PaymentMethod[];
  /** The currency that a new row begins with. */
  currency: Currency;
  /** A reference that was used before, in words, if there is one reference alone. */
  referenceError?: string | null | undefined;
  /** It was sent, or was to be: a reference that is needed and not there is asked for. */
  asked?: boolean;
  /** Money is given back. */
  giving?: boolean;
  onRows: (rows: Row[]) => void;
}

export default function TenderRows(props: TenderRowsProps) {
  const { rows, setup, methods, currency, referenceError, asked, giving, onRows } = props;
  const [first] = addedFirst(methods);
  // Of several, nobody knows which one it is: the form says it.
  const alone = rows.filter(({ method }) => methodOf(setup, method)?.referenceRequired).length === 1;
  const change = (key: number, next: (row: Row) => Row) =>
    onRows(rows.map((row) => (row.key === key ? next(row) : row)));
  return (
    <>
      {rows.map((row, index) => {
        const method = methodOf(setup, row.method);
        const takes = CURRENCIES.filter(({ value }) => method?.currencies.includes(value) ?? true);
        return (
          <fieldset key={row.key} className="tender">
            <legend className="sr-only">{words.row(index + 1)}</legend>
            <SelectField
              label={words.rowMethod}
              value={row.method}
              options={methods.map(({ id, name }) => ({ value: id, label: name }))}
              onValue={(id) => {
                const chosen = methodOf(setup, id);
                if (chosen) change(row.key, (old) => withMethod(old, chosen));
              }}
            />
            <SelectField
              label={words.rowCurrency}
              value={row.currency}
              options={takes}
              onValue={(value) => change(row.key, (old) => ({ ...old, currency: value }))}
            />
            <NumberField
              label={words.rowAmount}
              step="0.01"
              value={row.amount}
              onValue={(amount) => change(row.key, (old) => ({ ...old, amount }))}
            />
            <button
              type="button"
              className="quiet icon-only"
              aria-label={words.remove(method?.name ?? '')}
              onClick={() => onRows(rows.filter(({ key }) => key !== row.key))}
            >
              <X />
            </button>
            {method?.referenceRequired && (
              <ReferenceField
                method={method}
                giving={giving}
                value={row.reference}
                error={
                  asked && lacksReference(row, setup)
                    ? words.needsReference(method.name)
                    : alone
                      ? referenceError
                      : null
                }
                onValue={(reference) => change(row.key, (old) => ({ ...old, reference }))}
              />
            )}
          </fieldset>
        );
      })}
      {first && (
        <button
          type="button"
          className="secondary"
          disabled={rows.length >= TENDERS_MAX}
          onClick={() => onRows([...rows, newRow(rows, first, currency)])}
        >
          {words.addMethod}
        </button>
      )}
    </>
  );
}

/** A row is mostly for what the bar has added. */
function addedFirst(methods: readonly PaymentMethod[]): readonly PaymentMethod[] {
  const added = addedMethods(methods);
  return added.length > 0 ? added : methods;
}

/** One row per method of a split payment or refund, and the reference field of mobile and bank payments. */
import { X } from 'lucide-react';
import type { CashSetup, PaymentMethod } from '../../api/types';
import type { Currency } from '../../lib/money/money';
import { TextField } from '../../ui/form/Field';
import { NumberField } from '../../ui/form/NumberField';
import { SelectField } from '../../ui/form/SelectField';
import { addedMethods, methodOf } from './methods';
import { lacksReference, type Row } from './rows';
import { words } from './tenderStrings';
import './payment.css';

const CURRENCIES: readonly { value: Currency; label: string }[] = [
  { value: 'USD', label: 'US$' },
  { value: 'LRD', label: 'L$' },
];

/** The server's limit on the parts of one payment. */
const TENDERS_MAX = 10;

interface TenderRowsProps {
  rows: readonly Row[];
  setup: CashSetup;
  /** The methods to choose from. */
  methods: readonly PaymentMethod[];
  /** The currency of a new row. */
  currency: Currency;
  /** The message for a reference that was used before. Shown here only if there is one reference. */
  referenceError?: string | null | undefined;
  /** The form was submitted, so missing references are marked. */
  asked?: boolean;
  /** The rows are a refund. */
  giving?: boolean;
  onRows: (rows: Row[]) => void;
}

export default function TenderRows(props: TenderRowsProps) {
  const { rows, setup, methods, currency, referenceError, asked, giving, onRows } = props;
  const [first] = addedFirst(methods);
  // With several references it is unknown which one was used: the form shows the message instead.
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
                missing={asked && lacksReference(row, setup)}
                error={alone ? referenceError : null}
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

function newRow(rows: readonly Row[], method: PaymentMethod, currency: Currency): Row {
  const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
  return { key, method: method.id, currency: currencyFor(method, currency), amount: '', reference: '' };
}

/** Changes the currency when the method does not take the current one. */
function withMethod(row: Row, method: PaymentMethod): Row {
  return { ...row, method: method.id, currency: currencyFor(method, row.currency) };
}

function currencyFor({ currencies }: PaymentMethod, wanted: Currency): Currency {
  return currencies.includes(wanted) ? wanted : (currencies[0] ?? wanted);
}

/** The bar's own methods first: a new row is mostly for one of them. */
function addedFirst(methods: readonly PaymentMethod[]): readonly PaymentMethod[] {
  const added = addedMethods(methods);
  return added.length > 0 ? added : methods;
}

/** The server's limit, in characters. */
const REFERENCE_MAX = 64;

interface ReferenceFieldProps {
  method: PaymentMethod;
  value: string;
  /** The form was submitted without the reference. */
  missing?: boolean | undefined;
  /** The server's message, when the reference is not missing. */
  error?: string | null | undefined;
  /** A refund: staff need not wait for money to arrive. */
  giving?: boolean | undefined;
  onValue: (value: string) => void;
}

export function ReferenceField({ method, value, missing, error, giving, onValue }: ReferenceFieldProps) {
  return (
    <div className="reference stack tight">
      <TextField
        label={words.reference}
        value={value}
        maxLength={REFERENCE_MAX}
        autoComplete="off"
        autoCapitalize="characters"
        error={(missing ? words.needsReference(method.name) : error) ?? null}
        onValue={onValue}
      />
      {!giving && method.account && (
        <small>
          <b>{words.account(method.name, method.account)}</b>
        </small>
      )}
      {!giving && <small>{words.onOurPhone}</small>}
    </div>
  );
}

/** The fields of a payment method. */
import { useId } from 'react';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import { Switch } from '../../../ui/form/Switch';
import { CURRENCIES, KINDS, type MethodErrors, type MethodForm, withCurrency } from './methods';
import { methodForm as words } from './strings';

/** The server's limits, in characters. */
const NAME_MAX = 40;
const ACCOUNT_MAX = 60;

interface MethodFieldsProps {
  form: MethodForm;
  isNew: boolean;
  errors: MethodErrors;
  onForm: (form: MethodForm) => void;
}

export function MethodFields({ form, isNew, errors, onForm }: MethodFieldsProps) {
  const currencyNote = useId();
  const set = (change: Partial<MethodForm>) => onForm({ ...form, ...change });
  return (
    <>
      {isNew && (
        <>
          <TextField
            label={words.name}
            name="name"
            autoComplete="off"
            maxLength={NAME_MAX}
            value={form.name}
            error={errors.name}
            hint={words.nameHint}
            onValue={(name) => set({ name })}
          />
          <SelectField
            label={words.kind}
            name="kind"
            value={form.kind}
            options={KINDS}
            onValue={(kind) => set({ kind })}
          />
        </>
      )}
      <fieldset className="stack tight">
        <legend>{words.currencies}</legend>
        <div className="checks fit">
          {CURRENCIES.map((currency) => (
            <label key={currency} className="row">
              <input
                type="checkbox"
                name={currency}
                checked={form.currencies.includes(currency)}
                aria-invalid={errors.currencies ? true : undefined}
                aria-describedby={errors.currencies ? currencyNote : undefined}
                onChange={(event) => onForm(withCurrency(form, currency, event.currentTarget.checked))}
              />
              {words.currency[currency]}
            </label>
          ))}
        </div>
        {errors.currencies && (
          <small id={currencyNote} role="alert">
            {errors.currencies}
          </small>
        )}
      </fieldset>
      <Switch
        name="referenceRequired"
        label={words.reference}
        checked={form.referenceRequired}
        onChecked={(referenceRequired) => set({ referenceRequired })}
      />
      <TextField
        label={words.account}
        name="account"
        autoComplete="off"
        maxLength={ACCOUNT_MAX}
        value={form.account}
        hint={words.accountHint}
        onValue={(account) => set({ account })}
      />
    </>
  );
}

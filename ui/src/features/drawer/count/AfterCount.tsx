/** What happens to counted cash: what stays in the till, where the rest goes, and who takes over. */
import type { FieldErrors } from '../../../api/forms/useForm';
import type { Shift, Till } from '../../../api/types';
import { formatExact } from '../../../lib/format';
import { type Currency, type Dual, inOne } from '../../../lib/money/money';
import { tidy } from '../../../lib/money/numpad';
import { type CountValues, leaveKey } from '../../../parts/drawer/count/count';
import { count as words } from '../../../parts/drawer/strings';
import { CURRENCIES, cashText } from '../../../parts/drawer/till';
import { usePeople } from '../../../parts/drawer/usePeople';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import '../../../styles/shared/figures.css';

interface AfterCountProps {
  values: CountValues;
  counted: Dual;
  left: Dual;
  isPurse: boolean;
  /** Where the rest may go. */
  targets: readonly Till[];
  shift: Shift;
  errors: FieldErrors<'leaveUSD' | 'leaveLRD' | 'toTillId' | 'handTo'>;
  onType: (change: CountValues) => void;
}

export function AfterCount(props: AfterCountProps) {
  const { values, counted, left, isPurse, targets, shift, errors, onType } = props;
  const people = usePeople().filter(({ id }) => id !== shift.responsibleId);
  const next = people.find(({ id }) => String(id) === values.handTo);
  const all = (currency: Currency) => (isPurse ? 0 : inOne(counted, currency));
  const labels = { USD: words.leaveUSD, LRD: words.leaveLRD };
  return (
    <section className="stack" aria-labelledby="after-count">
      <h2 id="after-count">{words.afterwards}</h2>
      <div className="abreast">
        {CURRENCIES.map((currency) => (
          <TextField
            key={currency}
            label={labels[currency]}
            inputMode="decimal"
            autoComplete="off"
            placeholder={formatExact(all(currency), currency)}
            value={values[leaveKey(currency)] ?? ''}
            error={errors[currency === 'USD' ? 'leaveUSD' : 'leaveLRD']}
            onValue={(text) => onType({ [leaveKey(currency)]: tidy(text) })}
          />
        ))}
      </div>
      <div className="rest">
        <SelectField
          label={words.restTo}
          value={values.toTillId || String(targets[0]?.id ?? '')}
          error={errors.toTillId}
          onValue={(toTillId) => onType({ toTillId })}
          options={targets.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <output className="money end">
          <span>{formatExact(counted.usd - left.usd, 'USD')}</span>
          <span>{formatExact(counted.lrd - left.lrd, 'LRD')}</span>
        </output>
      </div>
      <SelectField
        label={words.handTo}
        value={values.handTo ?? ''}
        error={errors.handTo}
        hint={next && words.confirms(next.name, cashText(left))}
        onValue={(handTo) => onType({ handTo })}
        options={[
          { value: '', label: words.nobody },
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </section>
  );
}

/** The customer fields of Add Credit: a new customer, or one with earlier credit. */
import { useMemo, useRef, useState } from 'react';
import { useGet } from '../../../api/http/query';
import { formatPhone } from '../../../lib/format';
import { type Customer, customersOf, LONG_HISTORY, shownKeyOf } from '../../../parts/customers/customers';
import { Choices } from '../../../ui/form/Choices';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import { TABS } from '../calls';
import type { CreditForm } from './creditForm';
import { adding as words } from './strings';

interface CustomerFieldsProps {
  form: CreditForm;
  error: string | undefined;
  onChange: (part: Pick<CreditForm, 'customerName' | 'customerPhone'>) => void;
}

export function CustomerFields({ form, error, onChange }: CustomerFieldsProps) {
  const tabs = useGet(TABS).data;
  const history = useGet(LONG_HISTORY).data;
  const known = useMemo(() => customersOf([...(history ?? []), ...(tabs ?? [])]), [history, tabs]);
  const [who, setWho] = useState<'new' | 'existing'>('new');
  /** The values of the choice that is not shown, restored when the user switches back. */
  const other = useRef({ customerName: '', customerPhone: '' });
  const { customerName, customerPhone } = form;

  function switchTo(next: 'new' | 'existing') {
    setWho(next);
    onChange(other.current);
    other.current = { customerName, customerPhone };
  }

  function choose(key: string) {
    const chosen = known.find((customer) => shownKeyOf(customer) === key);
    onChange({ customerName: chosen?.customerName ?? '', customerPhone: chosen?.customerPhone ?? '' });
  }

  return (
    <>
      <Choices
        label={words.who}
        kind="segmented"
        value={who}
        onValue={switchTo}
        options={[
          { value: 'new', label: words.newCustomer },
          { value: 'existing', label: words.existing, disabled: known.length === 0 },
        ]}
      />
      {who === 'existing' ? (
        <SelectField
          label={words.who}
          value={customerName ? shownKeyOf(form) : ''}
          error={error}
          onValue={choose}
          options={[
            { value: '', label: words.choose },
            ...known.map((customer) => ({ value: shownKeyOf(customer), label: nameOf(customer) })),
          ]}
        />
      ) : (
        <>
          <TextField
            label={words.name}
            value={customerName}
            autoComplete="off"
            error={error}
            onValue={(name) => onChange({ customerName: name, customerPhone })}
          />
          <TextField
            label={words.phone}
            type="tel"
            value={customerPhone}
            autoComplete="off"
            onValue={(phone) => onChange({ customerName, customerPhone: phone })}
          />
        </>
      )}
    </>
  );
}

const nameOf = ({ customerName, customerPhone }: Customer) =>
  customerPhone ? `${customerName}, ${formatPhone(customerPhone)}` : customerName;

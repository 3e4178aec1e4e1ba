/** The customer fields of Add Credit: a new customer, or one with earlier credit. */
import { useMemo, useRef, useState } from 'react';
import { useGet } from '../../../api/http/query';
import { formatPhone } from '../../../lib/format';
import { type Customer, customersOf, keyOf, LONG_HISTORY } from '../../../parts/customers/customers';
import { Choices } from '../../../ui/form/Choices';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import type { CreditForm } from './creditForm';
import { adding as words } from './strings';

type Who = 'new' | 'existing';

interface CustomerFieldsProps {
  form: CreditForm;
  customers: readonly Customer[];
  error: string | undefined;
  onChange: (part: Pick<CreditForm, 'customerName' | 'customerPhone'>) => void;
}

export function CustomerFields({ form, customers, error, onChange }: CustomerFieldsProps) {
  const [who, setWho] = useState<Who>('new');
  /** The values of the choice that is not shown, restored when the user switches back. */
  const other = useRef({ customerName: '', customerPhone: '' });
  const { customerName, customerPhone } = form;

  function switchTo(next: Who) {
    setWho(next);
    onChange(other.current);
    other.current = { customerName, customerPhone };
  }

  return (
    <>
      <Choices<Who>
        label={words.who}
        kind="segmented"
        value={who}
        onValue={switchTo}
        options={[
          { value: 'new', label: words.newCustomer },
          { value: 'existing', label: words.existing, disabled: customers.length === 0 },
        ]}
      />
      {who === 'existing' ? (
        <ExistingCustomer form={form} customers={customers} error={error} onChange={onChange} />
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

/** Selects a known customer, including older ones than the list behind the dialog shows. */
function ExistingCustomer({ form, customers, error, onChange }: CustomerFieldsProps) {
  const history = useGet(LONG_HISTORY).data;
  const known = useMemo(() => customersOf([...(history ?? []), ...customers]), [history, customers]);

  function choose(key: string) {
    const chosen = known.find((customer) => keyOf(customer) === key);
    onChange({
      customerName: chosen?.customerName ?? '',
      customerPhone: chosen?.customerPhone ?? '',
    });
  }

  return (
    <SelectField
      label={words.who}
      value={form.customerName ? keyOf(form) : ''}
      error={error}
      onValue={choose}
      options={[
        { value: '', label: words.choose },
        ...known.map((customer) => ({ value: keyOf(customer), label: nameOf(customer) })),
      ]}
    />
  );
}

function nameOf({ customerName, customerPhone }: Customer): string {
  return customerPhone ? `${customerName}, ${formatPhone(customerPhone)}` : customerName;
}

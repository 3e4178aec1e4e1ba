/** Who takes it: somebody new, or one of those that had credit before. */
import { useState } from 'react';
import { formatPhone } from '../../lib/format';
import { Choices } from '../../ui/Choices';
import { TextField } from '../../ui/Field';
import { SelectField } from '../../ui/SelectField';
import type { Customer } from './calls';
import type { CreditForm } from './creditForm';
import { keyOf } from './customers';
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
  const { customerName, customerPhone } = form;

  function choose(key: string) {
    const chosen = customers.find((customer) => keyOf(customer) === key);
    onChange({
      customerName: chosen?.customerName ?? '',
      customerPhone: chosen?.customerPhone ?? '',
    });
  }

  return (
    <>
      <Choices<Who>
        label={words.who}
        kind="segmented"
        value={who}
        onValue={(next) => {
          setWho(next);
          choose('');
        }}
        options={[
          { value: 'new', label: words.newCustomer },
          { value: 'existing', label: words.existing, disabled: customers.length === 0 },
        ]}
      />
      {who === 'existing' ? (
        <SelectField
          label={words.who}
          value={customerName ? keyOf(form) : ''}
          error={error}
          onValue={choose}
          options={[
            { value: '', label: words.choose },
            ...customers.map((customer) => ({ value: keyOf(customer), label: nameOf(customer) })),
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

function nameOf({ customerName, customerPhone }: Customer): string {
  return customerPhone ? `${customerName}, ${formatPhone(customerPhone)}` : customerName;
}

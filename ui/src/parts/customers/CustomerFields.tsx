/** Customer Name and Phone: customers who are known are offered while typing, by name or by phone. */
import { useMemo } from 'react';
import { formatPhone } from '../../lib/format';
import { TextField } from '../../ui/form/Field';
import { type Customer, type CustomerForm, offeredFor } from './customers';
import { words } from './strings';

interface CustomerFieldsProps {
  form: CustomerForm;
  known: readonly Customer[];
  errors: Partial<CustomerForm>;
  disabled?: boolean;
  onChange: (form: CustomerForm) => void;
  onChoose: (customer: Customer) => void;
}

export function CustomerFields({ form, known, errors, disabled, onChange, onChoose }: CustomerFieldsProps) {
  const offered = useMemo(() => offeredFor(form, known), [form, known]);
  return (
    <>
      <TextField
        label={words.name}
        value={form.customerName}
        autoComplete="off"
        disabled={disabled}
        error={errors.customerName}
        onValue={(customerName) => onChange({ ...form, customerName })}
      />
      {offered.length > 0 && (
        <ul className="offers" aria-label={words.known}>
          {offered.map((customer) => (
            <li key={`${customer.customerName} ${customer.customerPhone}`}>
              <button type="button" className="soft" disabled={disabled} onClick={() => onChoose(customer)}>
                <span>{customer.customerName}</span>
                <small>{customer.customerPhone ? formatPhone(customer.customerPhone) : words.noPhone}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={words.phone}
        type="tel"
        value={form.customerPhone}
        autoComplete="off"
        disabled={disabled}
        error={errors.customerPhone}
        onValue={(customerPhone) => onChange({ ...form, customerPhone })}
      />
    </>
  );
}

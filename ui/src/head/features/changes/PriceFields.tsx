/** The price of a shared product. */
import type { FieldErrors } from '../../../api/forms/useForm';
import { Notice } from '../../../ui/feedback/Notice';
import { Choices } from '../../../ui/form/Choices';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import { useChainProducts } from '../../parts/useChainProducts';
import type { ChangeForm } from './change';
import { form as words } from './strings';

export interface ChangeFieldsProps {
  values: ChangeForm;
  errors: FieldErrors<keyof ChangeForm>;
  set: (change: Partial<ChangeForm>) => void;
}

const CURRENCIES = [
  { value: 'USD', label: 'USD' },
  { value: 'LRD', label: 'LRD' },
] as const;

export function PriceFields({ values, errors, set }: ChangeFieldsProps) {
  const products = useChainProducts();
  const amount = (name: 'priceUSD' | 'priceLRD') => (
    <TextField
      label={words[name]}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      value={values[name]}
      error={errors[name]}
      onValue={(value) => set({ [name]: value })}
    />
  );
  return (
    <>
      {products.length === 0 && <Notice kind="warning">{words.noProducts}</Notice>}
      <SelectField
        label={words.product}
        value={values.chainId}
        error={errors.chainId}
        options={[
          { value: '', label: '–' },
          ...products.map(({ chainId, name }) => ({ value: chainId, label: name })),
        ]}
        onValue={(chainId) => set({ chainId })}
      />
      <Choices
        label={words.currency}
        kind="segmented"
        value={values.currency}
        options={CURRENCIES}
        onValue={(currency) => set({ currency })}
      />
      <div className="two">
        {amount('priceUSD')}
        {amount('priceLRD')}
      </div>
    </>
  );
}

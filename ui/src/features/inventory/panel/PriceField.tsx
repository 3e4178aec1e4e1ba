/** The price of a new product, in the currency chosen beside it. */
import { NumberField } from '../../../ui/form/NumberField';
import type { ProductForm, Typed } from '../rules/productForm';
import { form as words } from '../strings';

interface PriceFieldProps {
  form: ProductForm;
  error?: string;
  onType: (change: Typed) => void;
}

export function PriceField({ form, error, onType }: PriceFieldProps) {
  return (
    <NumberField
      label={words.price}
      name="price"
      value={form.price}
      error={error}
      hint={words.priceIn[form.currency]}
      onValue={(price) => onType({ price })}
    >
      <select
        aria-label={words.currency}
        value={form.currency}
        onChange={(event) => onType({ currency: event.currentTarget.value as ProductForm['currency'] })}
      >
        <option value="USD">USD</option>
        <option value="LRD">LRD</option>
      </select>
    </NumberField>
  );
}

/** The product and quantity fields of Add Credit; sold-out products cannot be chosen. */
import type { Product } from '../../../api/types';
import { isOut, mostOf } from '../../../parts/stock/limit';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import type { CreditForm, Problems } from './creditForm';
import { adding as words } from './strings';

interface ProductFieldsProps {
  form: CreditForm;
  /** Undefined while they load. */
  products: readonly Product[] | undefined;
  product: Product | undefined;
  errors: Problems;
  onChange: (part: Partial<CreditForm>) => void;
}

export function ProductFields({ form, products = [], product, errors, onChange }: ProductFieldsProps) {
  const stock = product?.stock ?? 0;
  const hint = stock > 0 ? words.inStock(stock) : product && isOut(product) && words.outOfStock;
  return (
    <>
      <SelectField
        label={words.product}
        value={form.productId}
        error={errors.productId}
        hint={hint}
        onValue={(productId) => onChange({ productId })}
        options={[{ value: '', label: words.chooseProduct }, ...products.map(optionOf)]}
      />
      <TextField
        label={words.quantity}
        type="number"
        inputMode="numeric"
        min={1}
        max={product && mostOf(product)}
        value={form.quantity}
        error={errors.quantity}
        onValue={(quantity) => onChange({ quantity })}
      />
    </>
  );
}

function optionOf(product: Product) {
  const { id, name } = product;
  const out = isOut(product);
  return { value: String(id), label: out ? `${name} (${words.outOfStock})` : name, disabled: out };
}

/** The product and quantity fields of Add Credit. What is out of stock is given anyway, or not. */
import type { Product } from '../../../api/types';
import { isOut } from '../../../parts/stock/limit';
import { SellAnyway } from '../../../parts/stock/SellAnyway';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import { type CreditForm, type Problems, quantityOf } from './creditForm';
import { adding as words } from './strings';

interface ProductFieldsProps {
  form: CreditForm;
  /** Undefined while they load. */
  products: readonly Product[] | undefined;
  product: Product | undefined;
  errors: Problems;
  /** True while the request is being sent. */
  locked: boolean;
  onChange: (part: Partial<CreditForm>) => void;
}

export function ProductFields({
  form,
  products = [],
  product,
  errors,
  locked,
  onChange,
}: ProductFieldsProps) {
  const portions = product?.portions ?? 0;
  const hint = product && isOut(product) ? words.outOfStock : portions > 0 && words.inStock(portions);
  return (
    <>
      <SelectField
        label={words.product}
        value={form.productId}
        error={errors.productId}
        hint={hint}
        onValue={(productId) => onChange({ productId, anyway: false })}
        options={[{ value: '', label: words.chooseProduct }, ...products.map(optionOf)]}
      />
      <TextField
        label={words.quantity}
        inputMode="numeric"
        autoComplete="off"
        value={form.quantity}
        error={errors.quantity}
        onValue={(quantity) => onChange({ quantity })}
      />
      <SellAnyway
        product={product}
        quantity={quantityOf(form.quantity)}
        anyway={form.anyway}
        disabled={locked}
        onAnyway={(anyway) => onChange({ anyway })}
      />
    </>
  );
}

function optionOf(product: Product) {
  const { id, name, isAvailable } = product;
  const out = isOut(product);
  const label = out ? `${name} (${words.outOfStock})` : name;
  return { value: String(id), label, disabled: out && isAvailable !== 1 };
}

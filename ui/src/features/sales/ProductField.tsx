/** The product field of Quick Sale, with the stock as a hint. */
import type { Product } from '../../api/types';
import { isOut } from '../../parts/stock/limit';
import { SelectField } from '../../ui/form/SelectField';
import { quickSale as words } from './strings';

interface ProductFieldProps {
  /** Undefined while they load. */
  products: readonly Product[] | undefined;
  product: Product | undefined;
  value: string;
  error: string | null;
  onValue: (productId: string) => void;
}

export function ProductField({ products = [], product, value, error, onValue }: ProductFieldProps) {
  const portions = product?.portions ?? 0;
  const hint = product && isOut(product) ? words.outOfStock : portions > 0 && words.inStock(portions);
  return (
    <SelectField
      label={words.product}
      value={value}
      error={error}
      hint={hint}
      onValue={onValue}
      options={[{ value: '', label: words.choose }, ...choices(products)]}
    />
  );
}

/** The name alone, unless two products share it. */
export function choices(products: readonly Product[]): { value: string; label: string }[] {
  const counts = new Map<string, number>();
  for (const { name } of products) counts.set(name, (counts.get(name) ?? 0) + 1);
  return products.map(({ id, name, brand }) => ({
    value: String(id),
    label: brand && (counts.get(name) ?? 0) > 1 ? `${name}, ${brand}` : name,
  }));
}

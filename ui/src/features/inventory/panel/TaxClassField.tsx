/** The tax class of a product: that of its category, or one of its own. */
import { CATEGORY_LABEL } from '../../../api/categories';
import { useGet } from '../../../api/http/query';
import type { Category } from '../../../api/types';
import { TAX } from '../../../parts/tax/rates';
import { SelectField } from '../../../ui/form/SelectField';
import { form as words } from '../strings';

interface TaxClassFieldProps {
  category: Category;
  /** Empty: that of the category. */
  value: string;
  error: string | undefined;
  /** Set where head office sets it. */
  owned: { disabled: true; hint: string } | undefined;
  onValue: (taxClass: string) => void;
}

export default function TaxClassField({ category, value, error, owned, onValue }: TaxClassFieldProps) {
  const tax = useGet(TAX).data;
  if (!tax) return null;
  const ofCategory = tax.classes.find(({ id }) => id === tax.categories[category])?.name ?? '';
  const options = tax.classes
    .filter(({ id, active }) => active || id === value)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectField
      label={words.taxClass}
      name="taxClass"
      value={value}
      error={error}
      {...owned}
      options={[{ value: '', label: words.asCategory(CATEGORY_LABEL[category], ofCategory) }, ...options]}
      onValue={onValue}
    />
  );
}

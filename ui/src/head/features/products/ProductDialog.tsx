/** Adds or changes a shared product. */
import { useState } from 'react';
import { CATEGORIES } from '../../../api/categories';
import { useForm } from '../../../api/forms/useForm';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import { TextAreaField } from '../../../ui/form/TextAreaField';
import { DIRECTIVES, PRODUCTS } from '../../api/calls';
import type { ChainProduct } from '../../api/types';
import { reasonOf, useSend } from '../../api/useSend';
import { BarPicks } from '../../parts/BarPicks';
import { useBars } from '../../parts/useBars';
import { checkProduct, inputOf, type ProductForm, valuesOf } from './productForm';
import { words } from './strings';

const OWNERS = [
  { value: 'bar', label: words.bar },
  { value: 'chain', label: words.chain },
] as const;
const CURRENCIES = [
  { value: 'USD', label: 'USD' },
  { value: 'LRD', label: 'LRD' },
] as const;

interface ProductDialogProps {
  /** Null for a new product. */
  product: ChainProduct | null;
  onClose: () => void;
}

export function ProductDialog({ product, onClose }: ProductDialogProps) {
  const [values, setValues] = useState(() => valuesOf(product));
  const bars = useBars().data ?? [];
  const { send, pending } = useSend([PRODUCTS, DIRECTIVES]);
  const set = (change: Partial<ProductForm>) => setValues((before) => ({ ...before, ...change }));
  const form = useForm<keyof ProductForm, true>({
    pending,
    check: () => checkProduct(values),
    send: async () => {
      const body = inputOf(
        values,
        bars.map(({ bar }) => bar),
      );
      if (product === null) await send({ method: 'POST', path: PRODUCTS, body });
      else await send({ method: 'PUT', path: `${PRODUCTS}/${encodeURIComponent(product.chainId)}`, body });
      return true;
    },
    onDone: () => {
      toast(words.saved);
      onClose();
    },
    onFail: (error) => reasonOf(error) ?? words.saveFailed,
  });
  const { errors } = form;
  const field = (name: 'name' | 'brand' | 'barcode' | 'priceUSD' | 'priceLRD') => (
    <TextField
      label={words[name]}
      name={name}
      autoComplete="off"
      inputMode={name.startsWith('price') ? 'decimal' : undefined}
      value={values[name]}
      error={errors[name]}
      onValue={(value) => set({ [name]: value })}
    />
  );
  return (
    <FormDialog
      form={{ ...form, pending, leave: onClose, onClose }}
      title={product ? words.edit : words.add}
      sheet
      submit={words.save}
      cancel={words.cancel}
      long
    >
      {field('name')}
      <div className="two">
        {field('brand')}
        {field('barcode')}
      </div>
      <SelectField
        label={words.category}
        value={values.category}
        options={CATEGORIES}
        onValue={(category) => set({ category })}
      />
      <TextAreaField
        label={words.description}
        name="description"
        value={values.description}
        onValue={(description) => set({ description })}
      />
      <Choices
        label={words.priceOwner}
        kind="segmented"
        value={values.priceOwner}
        options={OWNERS}
        onValue={(priceOwner) => set({ priceOwner })}
      />
      <Choices
        label={words.currency}
        kind="segmented"
        value={values.currency}
        options={CURRENCIES}
        onValue={(currency) => set({ currency })}
      />
      <div className="two">
        {field('priceUSD')}
        {field('priceLRD')}
      </div>
      <BarPicks
        label={words.bars}
        chosen={values.bars}
        error={errors.bars}
        onChosen={(chosen) => set({ bars: chosen })}
      />
    </FormDialog>
  );
}

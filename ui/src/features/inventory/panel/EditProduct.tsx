/** Edits a product. Fields that were not typed into follow changes by colleagues. */
import { useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import { refresh, useRate } from '../../../api/http/query';
import type { Product } from '../../../api/types';
import { useQuestion } from '../../../ui/dialog/useQuestion';
import { toast } from '../../../ui/feedback/toast';
import { AFTER_PRODUCT, changeProduct } from '../calls';
import { check, formOf, type ProductForm, pricesOf, type Typed, toChanges } from '../rules/productForm';
import { questionOf } from '../rules/question';
import { form as words } from '../strings';
import { ProductFields } from './ProductFields';

export function EditProduct({ product, onDone }: { product: Product; onDone: () => void }) {
  const [typed, setTyped] = useState<Typed>({});
  const save = useWrite(changeProduct, { refreshes: AFTER_PRODUCT });
  const rate = useRate().data?.rate;
  const { ask, dialog } = useQuestion();
  const values = { ...formOf(product), ...typed };

  const { errors, problem, onSubmit } = useForm<keyof ProductForm, Product>({
    pending: save.pending,
    check() {
      const found = check(values, false);
      if (Object.keys(found).length > 0 || Object.keys(toChanges(typed, product)).length > 0) return found;
      onDone();
      return null;
    },
    async send() {
      const changes = toChanges(typed, product);
      const repriced = 'priceUSD' in changes || 'priceLRD' in changes;
      const sure = await ask(repriced ? questionOf(product, pricesOf(values), rate) : null);
      return sure ? save.run({ id: product.id, ...changes }) : undefined;
    },
    onDone() {
      toast(words.saved, values.name.trim());
      onDone();
    },
    onFail(error) {
      void refresh(...AFTER_PRODUCT);
      return words.saveFailed(messageOf(error, words.tryAgain));
    },
  });

  return (
    <>
      <ProductFields
        form={values}
        errors={errors}
        problem={problem}
        onType={(change) => setTyped((before) => ({ ...before, ...change }))}
        pending={save.pending}
        waiting={save.waiting}
        submitLabel={words.save}
        pendingLabel={words.saving}
        onSubmit={onSubmit}
        onCancel={onDone}
      />
      {dialog}
    </>
  );
}

/** Edits a product. Fields that were not typed into follow changes by colleagues. */
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import { refresh, useRate } from '../../../api/http/query';
import type { Product } from '../../../api/types';
import { questionOf } from '../../../parts/price-question/question';
import { useQuestion } from '../../../ui/dialog/useQuestion';
import { toast } from '../../../ui/feedback/toast';
import { KeptInput } from '../../../ui/form/KeptInput';
import { AFTER_PRODUCT, changeProduct } from '../calls';
import { check, type FieldName, formOf, type ProductForm, pricesOf, toChanges } from '../rules/productForm';
import { form as words } from '../strings';
import { ProductFields } from './ProductFields';

export function EditProduct({ product, onDone }: { product: Product; onDone: () => void }) {
  const draft = useFormDraft<ProductForm>(`product:${product.id}`, formOf(product));
  const { values, typed } = draft;
  const save = useWrite(changeProduct, { refreshes: AFTER_PRODUCT });
  const rate = useRate().data?.rate;
  const { ask, dialog } = useQuestion();

  const { errors, problem, onSubmit } = useForm<FieldName, Product>({
    pending: save.pending,
    check() {
      const found = check(values, false, product.recipe ? null : product.stock);
      if (Object.keys(found).length > 0 || Object.keys(toChanges(typed, product)).length > 0) return found;
      leave();
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
      leave();
    },
    onFail(error) {
      void refresh(...AFTER_PRODUCT);
      return words.saveFailed(messageOf(error, words.tryAgain));
    },
  });

  function leave() {
    draft.discard();
    onDone();
  }

  return (
    <>
      <ProductFields
        kept={<KeptInput {...draft} disabled={save.pending} />}
        own={product.id}
        chain={product.chain}
        form={values}
        errors={errors}
        problem={problem}
        onType={draft.type}
        pending={save.pending}
        waiting={save.waiting}
        submitLabel={words.save}
        pendingLabel={words.saving}
        onSubmit={onSubmit}
        onCancel={leave}
      />
      {dialog}
    </>
  );
}

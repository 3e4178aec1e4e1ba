/** Changing a known product. What is not typed keeps following what colleagues change meanwhile. */
import { useState } from 'react';
import { ApiError, messageOf } from '../../../api/error';
import { refresh } from '../../../api/query';
import type { Product } from '../../../api/types';
import { useWrite } from '../../../api/useWrite';
import { toast } from '../../../ui/toast';
import { AFTER_PRODUCT, changeProduct } from '../calls';
import { check, type FormErrors, formOf, type Typed, toChanges } from '../rules/productForm';
import { form as words } from '../strings';
import { ProductFields } from './ProductFields';

export function EditProduct({ product, onDone }: { product: Product; onDone: () => void }) {
  const [typed, setTyped] = useState<Typed>({});
  const [errors, setErrors] = useState<FormErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const save = useWrite(changeProduct, { refreshes: AFTER_PRODUCT });
  const form = { ...formOf(product), ...typed };

  async function submit() {
    const found = check(form, false);
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return;
    const changes = toChanges(typed, product);
    if (Object.keys(changes).length === 0) return onDone();
    try {
      if (!(await save.run({ id: product.id, ...changes }))) return;
      toast(words.saved, form.name.trim());
      onDone();
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields);
      setProblem(words.saveFailed(messageOf(error, words.tryAgain)));
      void refresh(...AFTER_PRODUCT);
    }
  }

  return (
    <ProductFields
      form={form}
      errors={errors}
      problem={problem}
      onType={(change) => setTyped((before) => ({ ...before, ...change }))}
      pending={save.pending}
      waiting={save.waiting}
      submitLabel={words.save}
      pendingLabel={words.saving}
      onSubmit={() => void submit()}
      onCancel={onDone}
    />
  );
}

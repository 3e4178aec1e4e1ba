/** The panel of a product that is not there yet. */
import { useState } from 'react';
import { ApiError, messageOf } from '../../../api/error';
import { useWrite } from '../../../api/useWrite';
import { Sheet } from '../../../ui/Dialog';
import { toast } from '../../../ui/toast';
import { AFTER_PRODUCT, createProduct } from '../calls';
import { check, EMPTY, type FormErrors, toBody } from '../rules/productForm';
import { panel, form as words } from '../strings';
import { ProductFields } from './ProductFields';

interface NewProductProps {
  /** What a scanner read that nobody knows yet. */
  barcode?: string;
  onClose: () => void;
}

export function NewProduct({ barcode = '', onClose }: NewProductProps) {
  const [form, setForm] = useState({ ...EMPTY, barcode });
  const [errors, setErrors] = useState<FormErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const create = useWrite(createProduct, { refreshes: AFTER_PRODUCT });

  async function submit() {
    const found = check(form, true);
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return;
    try {
      const product = await create.run(toBody(form));
      if (!product) return;
      toast(words.created, product.name);
      onClose();
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields);
      setProblem(words.createFailed(messageOf(error, words.tryAgain)));
    }
  }

  return (
    <Sheet title={panel.newTitle} onClose={onClose}>
      <ProductFields
        isNew
        form={form}
        errors={errors}
        problem={problem}
        onType={(change) => setForm((before) => ({ ...before, ...change }))}
        pending={create.pending}
        waiting={create.waiting}
        submitLabel={words.create}
        pendingLabel={words.creating}
        onSubmit={() => void submit()}
        onCancel={onClose}
      />
    </Sheet>
  );
}

/** The panel for a new product. */
import { useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import type { Product } from '../../../api/types';
import { Sheet } from '../../../ui/dialog/Dialog';
import { toast } from '../../../ui/feedback/toast';
import { AFTER_PRODUCT, createProduct } from '../calls';
import { check, EMPTY, type ProductForm, toBody } from '../rules/productForm';
import { panel, form as words } from '../strings';
import { ProductFields } from './ProductFields';

interface NewProductProps {
  /** A scanned barcode without a product. */
  barcode?: string;
  onClose: () => void;
}

export function NewProduct({ barcode = '', onClose }: NewProductProps) {
  const [values, setValues] = useState({ ...EMPTY, barcode });
  const create = useWrite(createProduct, { refreshes: AFTER_PRODUCT });

  const { errors, problem, onSubmit } = useForm<keyof ProductForm, Product>({
    pending: create.pending,
    check: () => check(values, true),
    send: () => create.run(toBody(values)),
    onDone(product) {
      toast(words.created, product.name);
      onClose();
    },
    onFail: (error) => words.createFailed(messageOf(error, words.tryAgain)),
  });

  return (
    <Sheet title={panel.newTitle} onClose={onClose}>
      <ProductFields
        isNew
        form={values}
        errors={errors}
        problem={problem}
        onType={(change) => setValues((before) => ({ ...before, ...change }))}
        pending={create.pending}
        waiting={create.waiting}
        submitLabel={words.create}
        pendingLabel={words.creating}
        onSubmit={onSubmit}
        onCancel={onClose}
      />
    </Sheet>
  );
}

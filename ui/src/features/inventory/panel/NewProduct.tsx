/** The panel for a new product. */
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import type { Product } from '../../../api/types';
import { Sheet } from '../../../ui/dialog/Dialog';
import { useQuestion } from '../../../ui/dialog/useQuestion';
import { toast } from '../../../ui/feedback/toast';
import { KeptInput } from '../../../ui/form/KeptInput';
import { AFTER_PRODUCT, createProduct } from '../calls';
import { check, EMPTY, type FieldName, isFree, type ProductForm, toBody } from '../rules/productForm';
import { panel, question, form as words } from '../strings';
import { ProductFields } from './ProductFields';

interface NewProductProps {
  /** A scanned barcode without a product. */
  barcode?: string;
  onClose: () => void;
}

export default function NewProduct({ barcode = '', onClose }: NewProductProps) {
  // A scanned barcode is another product than the one typed before.
  const draft = useFormDraft<ProductForm>(`product:new${barcode}`, { ...EMPTY, barcode });
  const { values } = draft;
  const create = useWrite(createProduct, { refreshes: AFTER_PRODUCT });
  const { ask, dialog } = useQuestion();

  const { errors, problem, onSubmit } = useForm<FieldName, Product>({
    pending: create.pending,
    check: () => check(values, true),
    async send() {
      const sure = await ask(isFree(values) ? question.free(values.name.trim()) : null);
      return sure ? create.run(toBody(values)) : undefined;
    },
    onDone(product) {
      toast(words.created, product.name);
      leave();
    },
    onFail: (error) => words.createFailed(messageOf(error, words.tryAgain)),
  });

  function leave() {
    draft.discard();
    onClose();
  }

  return (
    <>
      <Sheet title={panel.newTitle} onClose={onClose}>
        <ProductFields
          isNew
          kept={<KeptInput {...draft} disabled={create.pending} />}
          form={values}
          errors={errors}
          problem={problem}
          onType={draft.type}
          pending={create.pending}
          waiting={create.waiting}
          submitLabel={words.create}
          pendingLabel={words.creating}
          onSubmit={onSubmit}
          onCancel={leave}
        />
      </Sheet>
      {dialog}
    </>
  );
}

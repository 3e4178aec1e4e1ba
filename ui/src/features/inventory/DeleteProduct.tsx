/** Asks, then takes a product out of all lists. */
import { ApiError, messageOf } from '../../api/error';
import { refresh } from '../../api/query';
import type { Product } from '../../api/types';
import { useWrite } from '../../api/useWrite';
import { Confirm } from '../../ui/Confirm';
import { toast, toastError } from '../../ui/toast';
import { AFTER_PRODUCT, deleteProduct } from './calls';
import { form, remove as words } from './strings';

interface DeleteProductProps {
  product: Product;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteProduct({ product, onClose, onDeleted }: DeleteProductProps) {
  const removal = useWrite(deleteProduct, { refreshes: AFTER_PRODUCT });

  async function confirm() {
    try {
      await removal.run(product.id);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) {
        toastError(words.failed, messageOf(error, form.tryAgain));
        return;
      }
      // A colleague was faster: what was wanted has happened.
      void refresh(...AFTER_PRODUCT);
    }
    toast(words.done, product.name);
    onClose();
    onDeleted();
  }

  return (
    <Confirm
      question={words.question(product.name)}
      detail={words.detail}
      action={words.action}
      pending={removal.pending}
      waiting={removal.waiting}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}

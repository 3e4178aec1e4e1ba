/** Asks, then takes a product out of all lists. */
import { messageOf } from '../../api/error';
import type { Product } from '../../api/types';
import { useRemoval } from '../../api/useRemoval';
import { Confirm } from '../../ui/Confirm';
import { toast, toastError } from '../../ui/toast';
import { AFTER_PRODUCT, deleteProduct } from './calls';
import { form, remove as words } from './strings';

interface DeleteProductProps {
  product: Product;
  onClose: () => void;
  onDeleted: () => void;
}

export default function DeleteProduct({ product, onClose, onDeleted }: DeleteProductProps) {
  const removal = useRemoval(deleteProduct, AFTER_PRODUCT);

  async function confirm() {
    try {
      if (!(await removal.run(product.id))) return;
      toast(words.done, product.name);
      onClose();
      onDeleted();
    } catch (error) {
      toastError(words.failed, messageOf(error, form.tryAgain));
    }
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

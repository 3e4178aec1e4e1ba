/** Asks, then deletes a product. */

import { useRemoval } from '../../api/forms/useRemoval';
import { messageOf } from '../../api/http/error';
import type { Product } from '../../api/types';
import { DeleteDialog } from '../../ui/dialog/DeleteDialog';
import { toast, toastError } from '../../ui/feedback/toast';
import { AFTER_PRODUCT, deleteProduct } from './calls';
import { form, remove as words } from './strings';

interface DeleteProductProps {
  product: Product;
  onClose: () => void;
  onDeleted: () => void;
}

export default function DeleteProduct({ product, onClose, onDeleted }: DeleteProductProps) {
  const removal = useRemoval(deleteProduct, AFTER_PRODUCT);

  return (
    <DeleteDialog
      question={words.question(product.name)}
      detail={words.detail}
      action={words.action}
      pending={removal.pending}
      waiting={removal.waiting}
      run={() => removal.run(product.id)}
      onDeleted={() => {
        toast(words.done, product.name);
        onDeleted();
      }}
      onFailed={(error) => toastError(words.failed, messageOf(error, form.tryAgain))}
      onClose={onClose}
    />
  );
}

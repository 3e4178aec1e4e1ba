/** 'Sold out tonight' and 'Back on sale', for all staff. */
import { Ban, RotateCcw } from 'lucide-react';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { Product } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { toastError } from '../../../ui/feedback/toast';
import { AFTER_PRODUCT, setSoldOut } from '../calls';
import { panel as words } from '../strings';

export function SoldOut({ product: { id, soldOut } }: { product: Product }) {
  const write = useWrite(setSoldOut, { refreshes: AFTER_PRODUCT });

  async function press() {
    try {
      await write.run({ id, soldOut: !soldOut });
    } catch (error) {
      toastError(words.soldOutFailed, messageOf(error, words.soldOutFailed));
      void refresh(...AFTER_PRODUCT);
    }
  }

  return (
    <ActionButton type="button" pending={write.pending} waiting={write.waiting} onClick={() => void press()}>
      {soldOut ? <RotateCcw /> : <Ban />}
      {soldOut ? words.backOnSale : words.soldOut}
    </ActionButton>
  );
}

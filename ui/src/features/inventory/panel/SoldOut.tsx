/** 'Sold out tonight' and 'Back on sale', for all staff. */
import { Ban, RotateCcw } from 'lucide-react';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import { refresh, useGet } from '../../../api/http/query';
import type { Product } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { toastError } from '../../../ui/feedback/toast';
import { AFTER_PRODUCT, PRODUCTS, setSoldOut } from '../calls';
import { panel as words } from '../strings';

export function SoldOut({ product: { id, soldOut, recipe } }: { product: Product }) {
  const products = useGet(PRODUCTS).data ?? [];
  const missing = products.find(
    (other) => other.soldOut && recipe?.some(({ productId }) => productId === other.id),
  );
  const write = useWrite(setSoldOut, { refreshes: AFTER_PRODUCT });

  async function press() {
    try {
      await write.run({ id, soldOut: !soldOut });
    } catch (error) {
      toastError(words.soldOutFailed, messageOf(error, words.soldOutFailed));
      void refresh(...AFTER_PRODUCT);
    }
  }

  // Its ingredient goes back on sale, not the mixture.
  if (missing) return <p className="meta">{words.soldOutFor(missing.name)}</p>;
  return (
    <ActionButton type="button" pending={write.pending} waiting={write.waiting} onClick={() => void press()}>
      {soldOut ? <RotateCcw /> : <Ban />}
      {soldOut ? words.backOnSale : words.soldOut}
    </ActionButton>
  );
}

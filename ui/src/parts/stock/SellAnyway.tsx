/** 'Sell anyway' below a quantity that the box would refuse. Of bartenders it asks for an approval when the form is sent. */
import type { Product } from '../../api/types';
import { Switch } from '../../ui/form/Switch';
import { limitOf } from './limit';
import { words } from './strings';

/** A form in which one product is chosen. */
export interface Oversold {
  /** Sold although the box believes that there are not as many. */
  anyway: boolean;
}

/** What its request says: nothing where the stock is enough. */
export const oversellFor = (product: Product, quantity: number, { anyway }: Oversold): { oversell?: true } =>
  anyway && quantity > limitOf(product) ? { oversell: true } : {};

interface SellAnywayProps extends Oversold {
  product: Product | undefined;
  quantity: number;
  disabled: boolean;
  onAnyway: (anyway: boolean) => void;
}

export function SellAnyway({ product, quantity, anyway, disabled, onAnyway }: SellAnywayProps) {
  if (product?.isAvailable !== 1 || !product.forSale || product.soldOut) return null;
  if (quantity <= limitOf(product)) return null;
  return (
    <div>
      <Switch name="anyway" label={words.anyway} checked={anyway} disabled={disabled} onChecked={onAnyway} />
      <small>{words.belowZero}</small>
    </div>
  );
}

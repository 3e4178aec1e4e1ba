/** Packs with the label of a scale: each is a line of its own, at the price on its label. */
import { fromServer, inBoth } from '../../lib/money/money';
import { limitOf, type Picked } from '../stock/limit';
import { type Line, quantityOf } from './lines';

/** What the label of a scale says. */
export interface PackLabel {
  code: string;
  /** In the product's currency. */
  price: string;
}

/** Adds a pack with the label of a scale, as `addOne` does. */
export function addPack(
  lines: readonly Line[],
  product: Picked,
  { code, price }: PackLabel,
  rate: number,
): readonly Line[] {
  if (quantityOf(lines, product.id) >= limitOf(product, product.anyway)) return lines;
  const { id, name, currency } = product;
  const pack = Math.max(0, ...lines.map((line) => line.pack ?? 0)) + 1;
  const own = { price: inBoth(fromServer(price), currency, rate), label: code, pack };
  return [...lines, { productId: id, name, quantity: 1, currency, ...own }];
}

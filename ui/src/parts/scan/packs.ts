/** Packs with the label of a scale: each is a line of its own, at the price on its label. */
import { fromServer, inBoth } from '../../lib/money/money';
import { type Line, type LinesChange, quantityOf } from '../lines/lines';
import { limitOf, type Picked } from '../stock/limit';

/** What the label of a scale says. */
export interface PackLabel {
  code: string;
  /** In the product's currency. */
  price: string;
}

/** Adds a pack, up to the stock. Its price in the other currency is at this rate. */
export const addPack =
  (product: Picked, { code, price }: PackLabel, rate: number): LinesChange =>
  (lines) => {
    if (quantityOf(lines, product.id) >= limitOf(product, product.anyway)) return lines;
    const { id, name, currency } = product;
    const pack = Math.max(0, ...lines.map((line) => line.pack ?? 0)) + 1;
    const own = { price: inBoth(fromServer(price), currency, rate), label: code, pack };
    const line: Line = { productId: id, name, quantity: 1, currency, ...own };
    return [...lines, line];
  };

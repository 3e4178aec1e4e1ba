/** How many of a product can be sold before the box refuses. */
import type { Product } from '../../api/types';

/** How a product's stock is handled. `stock` is null where it is not counted. */
export type Stocked = Pick<Product, 'stock' | 'floor' | 'soldOut'>;

/** How many can be sold before the box refuses: none while it is sold out; without end for what is not counted, may go below zero, or is
 * sold anyway. */
export const limitOf = ({ stock, floor, soldOut }: Stocked, anyway?: boolean): number =>
  soldOut ? 0 : stock === null || !floor || anyway ? Number.POSITIVE_INFINITY : Math.max(stock, 0);

/** The same for the `max` of a field; none where there is no end. */
export const mostOf = (product: Stocked, anyway?: boolean): number | undefined => {
  const limit = limitOf(product, anyway);
  return Number.isFinite(limit) ? limit : undefined;
};

/** A product that is added beyond its stock. */
export type Picked = Product & { anyway?: boolean };

export const anyway = (product: Product): Picked => ({ ...product, anyway: true });

/** Whether the box refuses to sell one. */
export const isOut = (product: Stocked): boolean => limitOf(product) === 0;

/** What is sold by itself. */
export const onSale = (products: readonly Product[]): Product[] => products.filter(({ forSale }) => forSale);

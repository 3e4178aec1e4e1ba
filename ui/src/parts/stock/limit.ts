/** How many of a product can be sold before the box refuses. */
import type { Product } from '../../api/types';

/** What the box says of the stock of a product that is sold. */
export type Stocked = Pick<Product, 'portions' | 'sellable' | 'soldOut' | 'forSale'>;

/** How many can be sold before the box refuses: none of what is sold out or not sold by itself; without end where nothing of it stops at
 * zero, or where it is sold anyway. */
export const limitOf = ({ sellable, soldOut, forSale }: Stocked, anyway?: boolean): number =>
  soldOut || !forSale ? 0 : sellable === null || anyway ? Number.POSITIVE_INFINITY : Math.max(sellable, 0);

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

/** What is sold by itself: ingredients are in no list to sell from. */
export const onSale = (products: readonly Product[]): Product[] => products.filter(({ forSale }) => forSale);

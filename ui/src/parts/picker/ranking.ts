/** The order of products by what was sold most often lately. */
import type { BestSellers, Product } from '../../api/types';
import { isOut, onSale } from '../stock/limit';

/** Favourites are shown from this many sales on: before that, they are what happened to be sold first. */
const FAVOURITES_FROM_SALES = 30;
/** How many favourites there are (till.md §1). */
const FAVOURITES = 12;

/** Ids of products, the best seller first. */
export interface Ranking {
  /** All drinks. */
  drinks: readonly number[];
  /** The favourites of all categories; none on a bar with few sales. */
  favourites: readonly number[];
}

/** By pieces sold, then by name; what is sold out comes last. */
export function rank(products: readonly Product[], best: BestSellers): Ranking {
  // By their place, because the box may keep the quantities back.
  const sold = new Map(
    best.products.map(({ productId }, place) => [productId, best.products.length - place]),
  );
  const ranked = onSale(products)
    .map((product) => ({
      product,
      out: isOut(product) ? 1 : 0,
      sold: sold.get(product.id) ?? 0,
      name: product.name.toLowerCase(),
    }))
    .sort((a, b) => a.out - b.out || b.sold - a.sold || +(a.name > b.name) - +(a.name < b.name));
  const idsOf = (rows: typeof ranked) => rows.map(({ product }) => product.id);
  return {
    drinks: idsOf(ranked.filter(({ product }) => product.category === 'drinks')),
    favourites:
      best.salesCount !== null && best.salesCount < FAVOURITES_FROM_SALES
        ? []
        : idsOf(ranked.filter((row) => row.sold > 0).slice(0, FAVOURITES)),
  };
}

/** The products with these ids, in their order. */
export function pickOf(products: readonly Product[], ids: readonly number[]): Product[] {
  const known = new Map(products.map((product) => [product.id, product]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

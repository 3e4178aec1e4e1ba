/** Which products are ingredients. */
import type { Ingredient, Product, Unit } from '../../../api/types';
import { amountText } from '../../../parts/stock/amount';

/** Ids of what other products are mixed from, and of what is not sold by itself. */
export function ingredientIds(products: readonly Product[]): ReadonlySet<number> {
  const used = products.flatMap(({ recipe }) => recipe?.map(({ productId }) => productId) ?? []);
  const behind = products.filter(({ forSale }) => !forSale).map(({ id }) => id);
  return new Set([...used, ...behind]);
}

/** What a recipe may take: goods that are no mixture themselves. `own` is the product of the recipe, undefined for a new one. */
export const mayBeIngredient = (product: Product, own: number | undefined): boolean =>
  product.recipe === null && product.id !== own;

/** `50 ml Gin`, `1 × Tonic`, `50 ml Gin + 5 %` */
export function ingredientText(
  { productName, amount, wastePercent }: Ingredient,
  unit: Unit = 'piece',
): string {
  const text = `${amountText(amount, unit)}${unit === 'piece' ? ' ×' : ''} ${productName}`;
  return wastePercent > 0 ? `${text} + ${wastePercent} %` : text;
}

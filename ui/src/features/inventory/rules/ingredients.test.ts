/** Which products are ingredients, and how they read. */
import { expect, it } from 'vitest';
import { product } from '../test/products';
import { ingredientText, mayBeIngredient } from './ingredients';

const gin = { productId: 7, productName: 'Gin', amount: 50, wastePercent: 0 };

it('reads as it is poured', () => {
  expect(ingredientText(gin, 'ml')).toBe('50 ml Gin');
  expect(ingredientText({ ...gin, productName: 'Tonic', amount: 1 }, 'piece')).toBe('1 × Tonic');
  expect(ingredientText({ ...gin, wastePercent: 5 }, 'ml')).toBe('50 ml Gin + 5 %');
});

it('offers goods, and neither mixtures nor the product itself', () => {
  const mixed = product({ id: 9, recipe: [gin] });
  expect([
    mayBeIngredient(mixed, undefined),
    mayBeIngredient(product(), 1),
    mayBeIngredient(product(), 9),
  ]).toEqual([false, false, true]);
});

/** Product categories, in the order and with the labels of the screens. */
import type { Category } from './types';

export const CATEGORY_LABEL: Record<Category, string> = {
  drinks: 'Drinks',
  food: 'Food',
  cigars: 'Cigars',
  uncategorized: 'Other',
};

export const CATEGORIES: readonly { value: Category; label: string }[] = (
  Object.keys(CATEGORY_LABEL) as Category[]
).map((value) => ({ value, label: CATEGORY_LABEL[value] }));

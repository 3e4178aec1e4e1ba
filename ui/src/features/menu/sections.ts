/** How the menu is laid out: its sections in their order, and in which currencies each names its prices. */
import { CATEGORIES } from '../../api/categories';
import type { Category, Menu, MenuItem } from '../../api/types';
import type { Currency } from '../../lib/money/money';

export interface Section {
  category: Category;
  label: string;
  currencies: readonly Currency[];
  items: readonly MenuItem[];
}

const BOTH: readonly Currency[] = ['USD', 'LRD'];

const CURRENCIES: Record<Category, readonly Currency[]> = {
  drinks: BOTH,
  food: ['LRD'],
  cigars: ['USD'],
  uncategorized: BOTH,
};

/** Only sections that hold something. */
export function sectionsOf(menu: Menu): Section[] {
  return CATEGORIES.map(({ value: category, label }) => ({
    category,
    label,
    currencies: CURRENCIES[category],
    items: menu[category] ?? [],
  })).filter(({ items }) => items.length > 0);
}

/** The first `count` dishes under their headings; headings of dishes still to come stand empty. */
export function firstOf(sections: readonly Section[], count: number): Section[] {
  let left = count;
  return sections.map((section) => {
    const items = section.items.slice(0, left);
    left -= items.length;
    return { ...section, items };
  });
}

/** The table that a guest's code was printed for; null for anything that is no table's number. */
export function tableOf(search: string): string | null {
  const table = new URLSearchParams(search).get('table') ?? '';
  return /^[1-9]\d{0,3}$/.test(table) ? table : null;
}

/** The sections of the menu in order, with the currencies in which each shows prices. */
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

/** Sections without items are left out. */
export function sectionsOf(menu: Menu): Section[] {
  return CATEGORIES.map(({ value: category, label }) => ({
    category,
    label,
    currencies: CURRENCIES[category],
    items: menu[category] ?? [],
  })).filter(({ items }) => items.length > 0);
}

/** The first `count` dishes under their headings; later sections are empty. */
export function firstOf(sections: readonly Section[], count: number): Section[] {
  let left = count;
  return sections.map((section) => {
    const items = section.items.slice(0, left);
    left -= items.length;
    return { ...section, items };
  });
}

/** The table number in the address of a scanned code; null if there is no valid one. */
export function tableOf(search: string): string | null {
  const table = new URLSearchParams(search).get('table') ?? '';
  return /^[1-9]\d{0,3}$/.test(table) ? table : null;
}

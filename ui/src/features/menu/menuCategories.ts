/** The categories of the menu in order, with their sections and the currencies in which each shows prices. */
import { CATEGORIES } from '../../api/categories';
import type { Category, Menu, MenuItem } from '../../api/types';
import type { Currency } from '../../lib/money/money';
import { groupBySection, NO_SECTION } from '../../lib/sections';

/** A category with more dishes than this has links to its sections, such as Beer and Wine below Drinks. */
const LINKS_ABOVE = 12;

/** The dishes of one section of a category. */
export interface Group {
  /** Its anchor on the page. */
  id: string;
  /** Null where the category has no sections. */
  heading: string | null;
  items: readonly MenuItem[];
}

/** One category of the menu as it is shown. */
export interface MenuCategory {
  /** Its anchor on the page, too. */
  category: Category;
  label: string;
  currencies: readonly Currency[];
  groups: readonly Group[];
  /** Whether it has links to its sections. */
  linked: boolean;
}

const BOTH: readonly Currency[] = ['USD', 'LRD'];

const CURRENCIES: Record<Category, readonly Currency[]> = {
  drinks: BOTH,
  food: ['LRD'],
  cigars: ['USD'],
  uncategorized: BOTH,
};

/** Categories without items are left out. */
export function categoriesOf(menu: Menu): MenuCategory[] {
  return CATEGORIES.map(({ value: category, label }) => {
    const items = menu[category] ?? [];
    const groups = groupsOf(category, items);
    const linked = items.length > LINKS_ABOVE && groups.length > 1;
    return { category, label, currencies: CURRENCIES[category], groups, linked };
  }).filter(({ groups }) => groups.length > 0);
}

function groupsOf(category: Category, items: readonly MenuItem[]): Group[] {
  const groups = groupBySection(items);
  const isPlain = groups.length === 1 && groups[0]?.section === null;
  return groups.map(({ section, items }, at) => ({
    id: `${category}-${at + 1}`,
    heading: isPlain ? null : (section ?? NO_SECTION),
    items,
  }));
}

/** The categories with their first `count` dishes; later ones are empty. */
export function firstOf(categories: readonly MenuCategory[], count: number): MenuCategory[] {
  let left = count;
  return categories.map((category) => ({
    ...category,
    groups: category.groups.map((group) => {
      const items = group.items.slice(0, left);
      left -= items.length;
      return { ...group, items };
    }),
  }));
}

/** The table number in the address of a scanned code; null if there is no valid one. */
export function tableOf(search: string): string | null {
  const table = new URLSearchParams(search).get('table') ?? '';
  return /^[1-9]\d{0,3}$/.test(table) ? table : null;
}

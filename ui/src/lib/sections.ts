/** Groups products by section: the one rule of tiles, pickers, the inventory and the menus. */

interface Sectioned {
  name: string;
  section: string | null;
}

export interface SectionGroup<T> {
  /** As it is spelled at the first product by name; null for the products without a section. */
  section: string | null;
  /** In the order of the list. */
  items: T[];
}

/** Heading of the products without a section, where others of their category have one. */
export const NO_SECTION = 'More';

/** The same for all spellings of a section: `Soft drinks`, ` soft  Drinks`. */
export function sectionKey(section: string | null): string {
  return (section ?? '').trim().replace(/\s+/g, ' ').toLowerCase();
}

/**
 * Sections in the order of their first product's name, whatever the order of the list; products without a section last. One
 * group alone needs no heading.
 */
export function groupBySection<T extends Sectioned>(items: readonly T[]): SectionGroup<T>[] {
  const groups = new Map<string, SectionGroup<T> & { first: string }>();
  for (const item of items) {
    const key = sectionKey(item.section);
    const name = item.name.toLowerCase();
    const group = groups.get(key);
    if (!group) groups.set(key, { section: key ? item.section : null, items: [item], first: name });
    else {
      group.items.push(item);
      if (name < group.first) {
        group.first = name;
        if (key) group.section = item.section;
      }
    }
  }
  return [...groups.values()]
    .sort((a, b) => Number(a.section === null) - Number(b.section === null) || (a.first < b.first ? -1 : 1))
    .map(({ section, items }) => ({ section, items }));
}

/** The names of all sections once each, by name. */
export function sectionNames(items: readonly Sectioned[]): string[] {
  const names = groupBySection(items).flatMap(({ section }) => (section === null ? [] : [section.trim()]));
  return names.sort((a, b) => a.localeCompare(b));
}

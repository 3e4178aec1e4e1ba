/** A search index whose text is lower-cased once, not at every keystroke. */

interface SearchIndex<T> {
  find(query: string): T[];
}

/** A phone as it is stored, and its bare digits: found without the blanks that it was written down with. */
export function phoneTexts(phone: string | null): (string | null | undefined)[] {
  return [phone, phone?.replace(/\D/g, '')];
}

/** Every word of the query must occur in one of the item's fields. */
export function createSearchIndex<T>(
  items: readonly T[],
  fields: (item: T) => (string | null | undefined)[],
): SearchIndex<T> {
  const rows = items.map((item) => ({ item, text: fields(item).filter(Boolean).join('\n').toLowerCase() }));
  return {
    find(query) {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      if (words.length === 0) return items.slice();
      return rows.filter(({ text }) => words.every((word) => text.includes(word))).map(({ item }) => item);
    },
  };
}

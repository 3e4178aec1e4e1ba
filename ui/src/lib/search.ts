/** In-memory text search over a list; the text is lower-cased once, not at every key. */

interface SearchIndex<T> {
  find(query: string): T[];
}

/** The phone number as stored and its digits alone, so that it is found without the spaces that it was typed with. */
export function phoneTexts(phone: string | null): (string | null | undefined)[] {
  return [phone, phone?.replace(/\D/g, '')];
}

/** Finds the items whose fields contain every word of the query, with `before` in front of it: a blank for the beginning of words. */
export function createSearchIndex<T>(
  items: readonly T[],
  fields: (item: T) => (string | false | null | undefined)[],
  before = '',
): SearchIndex<T> {
  const rows = items.map((item) => ({
    item,
    text: before + fields(item).filter(Boolean).join(`\n${before}`).toLowerCase(),
  }));
  return {
    find(query) {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      if (words.length === 0) return items.slice();
      return rows
        .filter(({ text }) => words.every((word) => text.includes(before + word)))
        .map(({ item }) => item);
    },
  };
}

/** In-memory text search over a list; the text is folded once, not at every key. */

interface SearchIndex<T> {
  find(query: string): T[];
}

/**
 * Normal form for comparing what people type, as the box has it: marks off, case folded, letters of other alphabets as they are typed
 * without them, every apostrophe `'`, every dash `-`, characters without width left out.
 */
export const fold = (text: string): string =>
  text
    .replace(/[`´ʹ-ʽ‘-‛′]/g, "'")
    .replace(/[\p{Pd}⁃−]/gu, '-')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    // Letters that are not made of a plain one and a mark, as people type them instead.
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/ø/g, 'o')
    .replace(/đ/g, 'd')
    .replace(/ł/g, 'l');

/** Finds the items whose fields contain every word of the query, with `before` in front of it: a blank for the beginning of words. */
export function createSearchIndex<T>(
  items: readonly T[],
  fields: (item: T) => (string | false | null | undefined)[],
  before = '',
): SearchIndex<T> {
  const rows = items.map((item) => ({
    item,
    text: fold(before + fields(item).filter(Boolean).join(`\n${before}`)),
  }));
  return {
    find(query) {
      const words = fold(query).split(/\s+/).filter(Boolean);
      return rows
        .filter(({ text }) => words.every((word) => text.includes(before + word)))
        .map(({ item }) => item);
    },
  };
}

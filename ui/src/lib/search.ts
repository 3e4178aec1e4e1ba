/** In-memory text search over a list; the text is folded once, not at every key. */

interface SearchIndex<T> {
  find(query: string): T[];
}

/**
 * Normal form for comparing what people type, as the box has it: marks off, case folded, letters of other alphabets as they are typed
 * without them, every apostrophe `'`, every dash `-`, characters without width left out.
 */
export const fold = (text: string): string =>
  plainSigns(plainSigns(text).normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD'))
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[^ -~]/g, (letter) => AS_TYPED[letter] ?? letter);

/** The apostrophe or the hyphen of a keyboard for each sign that stands for one. */
const plainSigns = (text: string): string =>
  text.replace(/[`´ʹʻʼʽ‘’‛′＇]/g, "'").replace(/[\p{Pd}⁃−]/gu, '-');

/** What people type instead of small letters that are not made of a plain one and a mark. */
const AS_TYPED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ø: 'o',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ς: 'σ',
};

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

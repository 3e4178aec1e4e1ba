/** In-memory text search over a list; the text is folded once, not at every key. */

interface SearchIndex<T> {
  find(query: string): T[];
}

/** The phone number as stored and its digits alone, so that it is found without the spaces that it was typed with. */
export function phoneTexts(phone: string | null): (string | null | undefined)[] {
  return [phone, phone?.replace(/\D/g, '')];
}

/**
 * Normal form for comparing what people type, as the box has it: marks off, case folded, every apostrophe `'`, every dash `-`,
 * characters without width left out.
 */
export const fold = (text: string): string =>
  text
    .replace(/[`´ʹ-ʽ‘-‛′]/g, "'")
    .replace(/[\p{Pd}⁃−]/gu, '-')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .toLowerCase();

/** Trimmed, folded, and with one blank for each run of them. */
export const foldedName = (name: string): string => fold(name).trim().replace(/\s+/g, ' ');

/**
 * What two spellings of one telephone number have in common, as the box has it: the digits, where a leading `+` or `00` with the
 * country code counts as `0`. A text without digits is compared as a name is.
 */
export function phoneKey(phone: string | null, country: string): string {
  const folded = foldedName(phone ?? '');
  const digits = folded.replace(/[^0-9]/g, '');
  if (digits === '') return folded.replaceAll('_', '-');
  const hasPlus = /^[^+0-9]*\+/.test(folded);
  const abroad = hasPlus ? digits : digits.startsWith('00') ? digits.slice(2) : null;
  return abroad?.startsWith(country) ? `0${abroad.slice(country.length)}` : digits;
}

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

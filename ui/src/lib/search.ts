/** In-memory text search over a list; the text is folded once, not at every key. */

interface SearchIndex<T> {
  find(query: string): T[];
}

/**
 * The phone number as stored, its digits alone, and how it is dialled from abroad and within the country, so that it is found however
 * it is typed. `country` is the bar's country code.
 */
export function phoneTexts(phone: string | null, country = '231'): (string | null | undefined)[] {
  const digits = phone?.replace(/\D/g, '');
  if (!phone || !digits) return [phone, digits];
  const abroad = /^[^+\d]*\+/.test(phone) ? digits : digits.startsWith('00') ? digits.slice(2) : null;
  const isOwn = abroad === null ? digits.startsWith('0') : abroad.startsWith(country);
  if (!isOwn) return [phone, digits];
  const number = (abroad?.slice(country.length) ?? digits).replace(/^0/, '');
  return [phone, digits, `0${number}`, `+${country}${number}`, `00${country}${number}`];
}

/**
 * Normal form for comparing what people type, as the box has it: marks off, case folded, letters of other alphabets as they are typed
 * without them, every apostrophe `'`, every dash `-`, characters without width left out.
 */
export const fold = (text: string): string =>
  text
    .replace(/[`´ʹʻʼʽ‘’‛′＇]/g, "'")
    .replace(/[\p{Pd}⁃−]/gu, '-')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæðøþđħıłœς]/g, (letter) => LETTERS[letter] ?? letter);

/** Small letters that are not made of a plain one and a mark, and what people type instead. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  œ: 'oe',
  // The end of a word.
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

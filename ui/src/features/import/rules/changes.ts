/** What an import changes, in words, and which of its prices are worth a second look. */
import { CATEGORY_LABEL } from '../../../api/categories';
import type { Category, Product } from '../../../api/types';
import { formatMoney } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { questionOf } from '../../../parts/price-question/question';
import { fields as names, changes as words } from '../strings';
import type { Field, ImportDifference, ImportRow } from '../types';

export interface DescribedRow {
  row: ImportRow;
  /** 'Stock: 5 → 24' */
  texts: string[];
  /** 'The price changes from $2.00 to $20.00. Is that right?' */
  question: string | null;
}

/** Those with a question first, the others in the order of the file. */
export function describe(
  rows: readonly ImportRow[],
  products: readonly Product[],
  rate: number | undefined,
): DescribedRow[] {
  const byName = groupByName(products);
  const described = rows.map((row) => ({
    row,
    texts: textsOf(row),
    question: questionAbout(row, byName, rate),
  }));
  return [...described.filter(({ question }) => question), ...described.filter(({ question }) => !question)];
}

function groupByName(products: readonly Product[]): Map<string, Product[]> {
  const groups = new Map<string, Product[]>();
  for (const product of products) {
    const group = groups.get(product.name);
    if (group) group.push(product);
    else groups.set(product.name, [product]);
  }
  return groups;
}

/** How many products that exist get the stock of the file. */
export const stockReplaced = (rows: readonly ImportRow[]): number =>
  rows.filter(({ state, fields }) => state === 'changed' && fields.some(({ field }) => field === 'stock'))
    .length;

/** Of a row that changes no product only what it costs and how many there are; its name stands above. */
function textsOf({ state, fields }: ImportRow): string[] {
  if (state === 'changed')
    return fields.map(({ field, before, after }) =>
      words.was(names[field], shownAs(field, before), shownAs(field, after)),
    );
  return fields
    .filter(({ field, after }) => WORTH_WORDS.includes(field) && after !== null)
    .map(({ field, after }) => words.is(names[field], shownAs(field, after)));
}

const WORTH_WORDS: readonly Field[] = ['price', 'priceUSD', 'priceLRD', 'stock'];

function questionAbout(
  { state, name, fields }: ImportRow,
  products: ReadonlyMap<string, readonly Product[]>,
  rate: number | undefined,
): string | null {
  const repriced = fields.filter(isPrice);
  if (state !== 'changed' || repriced.length === 0) return null;
  const before = fields.find(({ field }) => field === 'name')?.before ?? name;
  // Several products may share the name: it is the one that has these prices now.
  const product = products
    .get(before)
    ?.find((known) => repriced.every((price) => known[price.field] === price.before));
  if (!product) return null;
  const after = { priceUSD: product.priceUSD, priceLRD: product.priceLRD };
  for (const price of repriced) after[price.field] = price.after;
  const cents = (price: string | null) => (price === null ? null : fromServer(price));
  return questionOf(product, { usd: cents(after.priceUSD), lrd: cents(after.priceLRD) }, rate);
}

type PriceDifference = ImportDifference & { field: 'priceUSD' | 'priceLRD' };
const isPrice = (difference: ImportDifference): difference is PriceDifference =>
  difference.field === 'priceUSD' || difference.field === 'priceLRD';

function shownAs(field: Field, text: string | null): string {
  if (text === null) return field === 'priceUSD' || field === 'priceLRD' ? words.byRate : words.nothing;
  if (field === 'priceUSD') return formatMoney(fromServer(text), 'USD');
  if (field === 'priceLRD') return formatMoney(fromServer(text), 'LRD');
  if (field === 'isAvailable') return text === '1' ? words.onMenu : words.offMenu;
  if (field === 'category') return CATEGORY_LABEL[text as Category] ?? text;
  return text;
}

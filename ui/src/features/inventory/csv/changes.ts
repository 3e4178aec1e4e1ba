/** What an import changes, in words, and which of its prices are worth a second look. */
import { CATEGORY_LABEL } from '../../../api/categories';
import type { Category, ImportChange, ImportDifference, Product } from '../../../api/types';
import { formatMoney } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { questionOf } from '../rules/question';
import { fields as words } from '../strings';

export interface DescribedChange {
  /** Null for a new product. */
  productId: number | null;
  name: string;
  /** 'Stock: 5 → 24' */
  texts: string[];
  /** 'The price changes from $2.00 to $20.00. Is that right?' */
  question: string | null;
}

/** Those with a question first, the others in the order of the file. */
export function describe(
  changes: readonly ImportChange[],
  products: readonly Product[],
  rate: number | undefined,
): DescribedChange[] {
  const known = new Map(products.map((product) => [product.id, product]));
  const described = changes.map(({ productId, name, fields }) => {
    const product = productId === null ? undefined : known.get(productId);
    return {
      productId,
      name,
      texts: fields.filter(isWorthWords(productId)).map((field) => textOf(field, productId === null)),
      question: product ? questionAbout(product, fields, rate) : null,
    };
  });
  return [...described.filter(({ question }) => question), ...described.filter(({ question }) => !question)];
}

/** How many products that exist get the stock of the file. */
export const stockReplaced = (changes: readonly ImportChange[]): number =>
  changes.filter(
    ({ productId, fields }) => productId !== null && fields.some(({ field }) => field === 'stock'),
  ).length;

/** Of a new product only what it costs and how many there are; its name stands above. */
const isWorthWords =
  (productId: number | null) =>
  ({ field }: ImportDifference): boolean =>
    productId !== null || field === 'priceUSD' || field === 'priceLRD' || field === 'stock';

function questionAbout(product: Product, fields: readonly ImportDifference[], rate: number | undefined) {
  const after = { priceUSD: product.priceUSD, priceLRD: product.priceLRD };
  let repriced = false;
  for (const { field, after: price } of fields) {
    if (field !== 'priceUSD' && field !== 'priceLRD') continue;
    after[field] = price;
    repriced = true;
  }
  const cents = (price: string | null) => (price === null ? null : fromServer(price));
  const prices = { usd: cents(after.priceUSD), lrd: cents(after.priceLRD) };
  return repriced ? questionOf(product, prices, rate) : null;
}

function textOf({ field, before, after }: ImportDifference, isNew: boolean): string {
  const value = (text: string | null) => shownAs(field, text);
  const now = value(after);
  return isNew ? words.is(words.names[field], now) : words.was(words.names[field], value(before), now);
}

function shownAs(field: ImportDifference['field'], text: string | null): string {
  if (text === null) return field === 'priceUSD' || field === 'priceLRD' ? words.byRate : words.nothing;
  if (field === 'priceUSD') return formatMoney(fromServer(text), 'USD');
  if (field === 'priceLRD') return formatMoney(fromServer(text), 'LRD');
  if (field === 'isAvailable') return text === '1' ? words.onMenu : words.offMenu;
  if (field === 'category') return CATEGORY_LABEL[text as Category];
  return text;
}

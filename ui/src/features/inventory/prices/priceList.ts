/** The rules of the price list: what was typed, what differs from the products, what is sent. */
import type { PriceListBody, Product } from '../../../api/types';
import { formatMoney } from '../../../lib/format';
import { fromServer, parseMoney, toDecimal } from '../../../lib/money/money';
import { bigPriceChange } from '../../../parts/price-question/question';
import { words } from './strings';

/** The fields of a row as texts; availability is '1' or '0'. */
export const FIELDS = ['priceUSD', 'priceLRD', 'isAvailable'] as const;
export type FieldName = (typeof FIELDS)[number];
export type PriceName = Exclude<FieldName, 'isAvailable'>;
export type Values = Record<FieldName, string>;

/** What was typed, and the product's value when typing began. */
export interface TypedField {
  text: string;
  before: string;
}
export type TypedRow = Partial<Record<FieldName, TypedField>>;
/** By the id of the product. */
export type Typed = Readonly<Record<number, TypedRow>>;

export type RowErrors = Partial<Record<FieldName, string>>;
/** By the id of the product. */
export type Errors = Readonly<Record<number, RowErrors>>;

export function valuesOf(product: Product): Values {
  return {
    priceUSD: product.priceUSD ?? '',
    priceLRD: product.priceLRD ?? '',
    isAvailable: String(product.isAvailable),
  };
}

/** The row as it is shown: what was typed covers the product. */
export function shownValues(product: Product, row: TypedRow | undefined): Values {
  const shown = valuesOf(product);
  for (const name of FIELDS) shown[name] = row?.[name]?.text ?? shown[name];
  return shown;
}

/** What was typed before in the same field keeps the value from which it began. */
export function type(typed: Typed, product: Product, name: FieldName, text: string): Typed {
  const row = typed[product.id];
  const before = row?.[name]?.before ?? valuesOf(product)[name];
  return { ...typed, [product.id]: { ...row, [name]: { text, before } } };
}

/** '2', '2.0' and '2.00' are the same price. */
function same(name: FieldName, one: string, other: string): boolean {
  if (name === 'isAvailable') return one === other;
  return one.trim() === '' || other.trim() === ''
    ? one.trim() === other.trim()
    : parseMoney(one) !== null && parseMoney(one) === parseMoney(other);
}

/** The fields of a row that differ from the product as it is now. */
export function changedFields(product: Product, row: TypedRow | undefined): FieldName[] {
  if (!row) return [];
  const now = valuesOf(product);
  return FIELDS.filter((name) => row[name] && !same(name, row[name].text, now[name]));
}

/** The typed fields that another phone has changed since, to something else than was typed here. */
export function changedMeanwhile(product: Product, row: TypedRow | undefined): FieldName[] {
  const now = valuesOf(product);
  return changedFields(product, row).filter((name) => !same(name, row?.[name]?.before ?? '', now[name]));
}

/** The number of changes that saving makes. */
export function countChanges(products: readonly Product[], typed: Typed): number {
  return products.reduce((sum, product) => sum + changedFields(product, typed[product.id]).length, 0);
}

/** All mistakes of all changed rows. */
export function check(products: readonly Product[], typed: Typed): Errors {
  const errors: Record<number, RowErrors> = {};
  for (const product of products) {
    const changed = changedFields(product, typed[product.id]);
    if (changed.length === 0) continue;
    const values = shownValues(product, typed[product.id]);
    const row: RowErrors = {};
    for (const name of ['priceUSD', 'priceLRD'] as const)
      if (values[name].trim() !== '' && parseMoney(values[name]) === null) row[name] = words.notAnAmount;
    if (values.priceUSD.trim() === '' && values.priceLRD.trim() === '') {
      const emptied = changed.find((name) => name !== 'isAvailable') ?? 'priceUSD';
      row[emptied] = words.missing;
    }
    if (Object.keys(row).length > 0) errors[product.id] = row;
  }
  return errors;
}

/** The rows that are sent: only fields that differ, so that nothing else is overwritten. */
export function toRows(products: readonly Product[], typed: Typed): PriceListBody['rows'] {
  return products.flatMap((product) => {
    const changed = changedFields(product, typed[product.id]);
    if (changed.length === 0) return [];
    const values = shownValues(product, typed[product.id]);
    const price = (name: PriceName) =>
      changed.includes(name) ? { [name]: values[name].trim() === '' ? null : decimal(values[name]) } : {};
    const isAvailable = values.isAvailable === '1' ? (1 as const) : (0 as const);
    return [
      {
        id: product.id,
        ...price('priceUSD'),
        ...price('priceLRD'),
        ...(changed.includes('isAvailable') ? { isAvailable } : {}),
      },
    ];
  });
}

function decimal(text: string): string {
  return toDecimal(parseMoney(text) ?? 0);
}

/** The server's mistakes by row: `rows[3].priceUSD` is a field of the fourth row that was sent. */
export function errorsOf(fields: Readonly<Record<string, string>>, rows: PriceListBody['rows']): Errors {
  const errors: Record<number, RowErrors> = {};
  for (const [field, message] of Object.entries(fields)) {
    const [, at, name] = /^rows\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
    const id = at === undefined ? undefined : rows[Number(at)]?.id;
    if (id !== undefined && FIELDS.includes(name as FieldName))
      errors[id] = { ...errors[id], [name as FieldName]: message };
  }
  return errors;
}

/** The question about prices that change by more than half; null if none does. */
export function questionOf(
  products: readonly Product[],
  typed: Typed,
  rate: number | undefined,
): string | null {
  const big = products.flatMap((product) => {
    if (changedFields(product, typed[product.id]).every((name) => name === 'isAvailable')) return [];
    const { priceUSD, priceLRD } = shownValues(product, typed[product.id]);
    const change = bigPriceChange(product, { usd: parseMoney(priceUSD), lrd: parseMoney(priceLRD) }, rate);
    return change ? [{ name: product.name, ...change }] : [];
  });
  const [first] = big;
  if (!first) return null;
  const { name, before, after } = first;
  return big.length === 1
    ? words.priceOfOne(name, before, after)
    : words.pricesOfMany(big.length, name, before, after);
}

/** What the box has now in a field, for the mark of a row that changed meanwhile. */
export function nowText(product: Product, name: FieldName): string {
  if (name === 'isAvailable') return product.isAvailable === 1 ? words.onMenu : words.offMenu;
  const price = product[name];
  return price === null ? words.noPrice : formatMoney(fromServer(price), name === 'priceUSD' ? 'USD' : 'LRD');
}

/** Parses a kept draft; null if any part of it is not what this screen writes. */
export function readTyped(kept: unknown): Typed | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const isRow = (row: unknown): row is TypedRow =>
    typeof row === 'object' &&
    row !== null &&
    Object.entries(row).every(([name, field]) => FIELDS.includes(name as FieldName) && isField(field));
  return Object.entries(kept).every(([id, row]) => /^\d+$/.test(id) && isRow(row)) ? (kept as Typed) : null;
}

function isField(field: unknown): field is TypedField {
  const { text, before } = (field ?? {}) as Partial<TypedField>;
  return typeof text === 'string' && typeof before === 'string';
}

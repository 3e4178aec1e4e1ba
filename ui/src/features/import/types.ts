/** Types of `POST /api/products/import` for a file of any kind. */
import type { IgnoredPrice } from '../../api/types';
import type { Currency } from '../../lib/money/money';

/** What a column of the file can become. */
export type Field =
  | 'name'
  | 'brand'
  | 'barcode'
  | 'category'
  | 'price'
  | 'currency'
  | 'priceUSD'
  | 'priceLRD'
  | 'stock'
  | 'description'
  | 'isAvailable'
  | 'section'
  | 'taxClass';

/** The decimal sign of the file. */
export type Figures = 'point' | 'comma';

/** The answer for an asked row: the id of a product, a new product, or not at all. */
export type RowChoice = number | 'new' | 'skip';
/** By line, as the body has them. */
export type RowChoices = Readonly<Record<string, RowChoice>>;

export interface ImportBody {
  /** In base64. */
  file: string;
  dryRun?: true;
  details?: true;
  /** The first one without. */
  sheet?: string;
  /** One for each column of the file, in its order; null leaves the column out. */
  columns?: readonly (Field | null)[];
  figures?: Figures;
  currency?: Currency;
  rows?: RowChoices;
  /** Imports without the rows that are wrong or not answered; without it, they refuse the list. */
  skipWrong?: true;
}

export interface ImportFormat {
  kind: 'csv' | 'xlsx';
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'macintosh' | null;
  separator: string | null;
  sheet: string | null;
  sheets: string[];
  /** The line of the headings. */
  headings: number;
}

export interface ImportColumn {
  heading: string;
  samples: string[];
  field: Field | null;
  /** How the field was found; null if the column is not known. */
  by: 'name' | 'remembered' | 'chosen' | null;
}

export interface ImportQuestion {
  kind: 'figures' | 'currency';
  column: string;
  samples: string[];
}

export interface ImportDifference {
  field: Field;
  before: string | null;
  after: string | null;
}

/** A product that an asked row may mean. */
export interface Candidate {
  productId: number;
  name: string;
  brand: string | null;
  barcode: string | null;
  priceUSD: string | null;
  priceLRD: string | null;
}

export type RowState = 'new' | 'changed' | 'unchanged' | 'wrong' | 'ask';

export interface ImportRow {
  line: number;
  state: RowState;
  name: string;
  fields: ImportDifference[];
  message: string | null;
  candidates: Candidate[];
}

export interface ImportError {
  line: number;
  column: string | null;
  message: string;
}

/** The answer to a dry run with details: that of a list with mistakes has a message too. */
export interface ImportAnswer {
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  errors: ImportError[];
  ignoredColumns: string[];
  ignoredPrices?: IgnoredPrice[];
  format: ImportFormat;
  columns: ImportColumn[];
  questions: ImportQuestion[];
  /** At most 2,000; those that are wrong or asked are kept first. In the order of lines. */
  rows: ImportRow[];
  message?: string;
}

/** The answer to an import. */
export type Imported = Pick<ImportAnswer, 'created' | 'updated'>;

/** Types of `POST /api/products/import` for a file of any kind. */
import type { Schemas } from '../../api/calls';

/** What a column of the file can become. */
export type Field = Schemas['ImportColumn'];
/** The decimal sign of the file. */
export type Figures = Schemas['DecimalSign'];

/** The answer for an asked row: the id of a product, a new product, or not at all. */
export type RowChoice = number | 'new' | 'skip';
/** By line, as the body has them. */
export type RowChoices = Readonly<Record<string, RowChoice>>;

/** The price that a person gives a row without one. */
export type GivenPrice = Pick<Schemas['ImportPriceBody'], 'priceUSD' | 'priceLRD'>;
/** By line, as the body has them. */
export type GivenPrices = Readonly<Record<string, GivenPrice>>;

/** The box's body with the types that this screen sends. */
export type ImportBody = Omit<Schemas['ImportBody'], 'file' | 'columns' | 'rows' | 'prices'> & {
  /** In base64. */
  file: string;
  columns?: readonly (Field | null)[];
  rows?: RowChoices;
  prices?: GivenPrices;
};

/** How the letters of a text file are stored. */
export type Encoding = Schemas['ImportEncoding'];

export type ImportFormat = Schemas['ImportFormat'];
export type ImportColumn = Schemas['ImportFileColumn'];
export type ImportQuestion = Schemas['ImportQuestion'];
export type ImportDifference = Schemas['ImportDifference'];
/** A product that an asked row may mean. */
export type Candidate = Schemas['ImportCandidate'];
export type RowState = Schemas['ImportRowState'];
export type ImportRow = Schemas['ImportRow'];
export type ImportError = Schemas['ImportError'];

/** The answer to a dry run with details: that of a list with mistakes has a message too. */
export type ImportAnswer = Omit<Schemas['Imported'], 'errors' | 'skipped'> &
  Required<Schemas['ImportDescribed']> & {
    errors: ImportError[];
    skipped: number;
    message?: string;
  };

/** The answer to an import. */
export type Imported = Pick<Schemas['Imported'], 'created' | 'updated'>;

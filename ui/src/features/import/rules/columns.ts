/** What the columns of the file become. */
import { columns as words } from '../strings';
import type { Field, ImportAnswer, ImportColumn } from '../types';

export type Fields = readonly (Field | null)[];

export const fieldsOf = ({ columns }: Pick<ImportAnswer, 'columns'>): Fields =>
  columns.map(({ field }) => field);

/** A column becomes a field; another one that was it before is left out. */
export const withField = (fields: Fields, at: number, field: Field | null): Fields =>
  fields.map((other, index) => (index === at ? field : other === field ? null : other));

/** 'Item Name', or 'Column 3' where the file says nothing. */
export const headingOf = (columns: readonly ImportColumn[], at: number): string =>
  columns[at]?.heading.trim() || words.unnamed(at + 1);

/** The heading of the column that became a field; the field's own name if the file has none. */
export function headingOfField(columns: readonly ImportColumn[], field: string): string {
  const at = columns.findIndex((column) => column.field === field);
  return at < 0 ? field : headingOf(columns, at);
}

/** Whether nothing has to be asked about the columns. One without heading and values says nothing, so it is left out. */
export function areKnown({ columns, questions }: Pick<ImportAnswer, 'columns' | 'questions'>): boolean {
  const isKnown = ({ by, heading, samples }: ImportColumn) =>
    by !== null || (heading.trim() === '' && samples.every((sample) => sample.trim() === ''));
  return questions.length === 0 && columns.every(isKnown) && columns.some(({ field }) => field === 'name');
}

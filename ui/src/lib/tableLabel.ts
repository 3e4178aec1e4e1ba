/** What people call a table: its name, else its number. */

/** 'VIP', 'Table 4' */
export const tableLabel = (number: number | string, name: string | null | undefined): string =>
  name ?? `Table ${number}`;

/** Inside a sentence: 'VIP', 'table 4' */
export const tableInSentence = (number: number, name: string | null): string => name ?? `table ${number}`;

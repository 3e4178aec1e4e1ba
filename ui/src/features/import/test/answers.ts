/** Test helpers of the import: answers of the server. */
import type { ImportAnswer, ImportColumn, ImportRow } from '../types';

export const column = (heading: string, more: Partial<ImportColumn> = {}): ImportColumn => ({
  heading,
  samples: [],
  field: null,
  by: null,
  ...more,
});

export const row = (line: number, state: ImportRow['state'], more: Partial<ImportRow> = {}): ImportRow => ({
  line,
  state,
  name: `Bottle ${line}`,
  productId: null,
  fields: [],
  message: null,
  candidates: [],
  ...more,
});

export const NAME = column('Item Name', { samples: ['Club Beer', 'Gin'], field: 'name', by: 'name' });
export const PRICE = column('Price', { samples: ['2.00'], field: 'price', by: 'name' });
export const VENDOR = column('Vendor', { samples: ['MBI'] });

/** A list of two known columns with a new row. */
export function answer(more: Partial<ImportAnswer> = {}): ImportAnswer {
  return {
    created: 1,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    errors: [],
    ignoredColumns: [],
    ignoredPrices: [],
    format: {
      kind: 'csv',
      encoding: 'utf-8',
      separator: ',',
      sheet: null,
      sheets: [],
      headings: 1,
    },
    columns: [NAME, PRICE],
    questions: [],
    rows: [row(2, 'new', { name: 'Gin' })],
    ...more,
  };
}

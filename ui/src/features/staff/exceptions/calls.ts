/** The API calls of the report on exceptions. */
import { at } from '../../../api/calls';
import { post, type WriteOptions } from '../../../api/http/client';
import type { DateRange } from '../../../parts/range/range';

const EXCEPTIONS = '/api/reports/exceptions';

export const exceptionsUrl = ({ from, to }: DateRange) => at(EXCEPTIONS, { from, to });

export const csvUrl = ({ from, to }: DateRange) => at(EXCEPTIONS, { from, to, format: 'csv' });

export const fileNameOf = ({ from, to }: DateRange) => `exceptions-${from}-to-${to}.csv`;

export const printExceptions = ({ from, to }: DateRange, options: WriteOptions) =>
  post('/api/reports/exceptions/print', { from, to }, options);

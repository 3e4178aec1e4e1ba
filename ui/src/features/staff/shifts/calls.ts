/** The addresses and calls of shifts, their X and Z, and the cash report. */
import { at } from '../../../api/calls';
import { post, type WriteOptions } from '../../../api/http/client';
import type { ZNoteBody } from '../../../api/types';
import type { DateRange } from '../../../parts/range/range';

export const SHIFTS = '/shifts';
export const REPORT = '/shifts/report';

export const OPEN_SHIFTS = at('/api/shifts', { status: 'open' });
export const AFTER_CLOSE = ['/api/shifts', '/api/tills', '/api/z', '/api/reports/cash'] as const;
export const AFTER_NOTE = ['/api/z'] as const;

/** What the list of Zs is narrowed to; '' for no limit. */
export interface Filters {
  tillId: string;
  from: string;
  to: string;
}

export const NO_FILTERS: Filters = { tillId: '', from: '', to: '' };

export function zsUrl({ tillId, from, to }: Filters) {
  return at('/api/z', {
    ...(from && { from }),
    ...(to && { to }),
    ...(tillId && { tillId: Number(tillId) }),
  });
}

/** What a report shows: a Z by its number, or the X of a shift. */
export type Shown = { number: string } | { shiftId: number };

const X = 'x-';

/** The report of the last part of an address: `Z-000012`, or `x-7` for the X of shift 7; null for another one. */
export function shownBy(key: string | undefined): Shown | null {
  if (/^Z-\d+$/.test(key ?? '')) return { number: key as string };
  const shiftId = new RegExp(`^${X}(\\d+)$`).exec(key ?? '')?.[1];
  return shiftId ? { shiftId: Number(shiftId) } : null;
}

export const addressOf = (shown: Shown): string =>
  `${SHIFTS}/${'number' in shown ? shown.number : `${X}${shown.shiftId}`}`;

export const reportUrl = (shown: Shown) =>
  'number' in shown
    ? at('/api/z/{number}', { number: shown.number })
    : at('/api/shifts/{id}/x', { id: shown.shiftId });

export const csvUrl = (shown: Shown) =>
  'number' in shown
    ? at('/api/z/{number}', { number: shown.number, format: 'csv' })
    : at('/api/shifts/{id}/x', { id: shown.shiftId, format: 'csv' });

export const fileNameOf = (shown: Shown): string =>
  'number' in shown ? `${shown.number.toLowerCase()}.csv` : `x-shift-${shown.shiftId}.csv`;

export const printX = (shiftId: number, options: WriteOptions) =>
  post(at('/api/shifts/{id}/x/print', { id: shiftId }), {}, options);

export const printReport = (shown: Shown, options: WriteOptions) =>
  'number' in shown
    ? post(at('/api/z/{number}/print', { number: shown.number }), {}, options)
    : printX(shown.shiftId, options);

export const closeUncounted = ({ id, reason }: { id: number; reason: string }, options: WriteOptions) =>
  post(at('/api/shifts/{id}/close-uncounted', { id }), { reason }, options);

export const addNote = ({ number, ...body }: ZNoteBody & { number: string }, options: WriteOptions) =>
  post(at('/api/z/{number}/notes', { number }), body, options);

export const cashReportUrl = ({ from, to }: DateRange) => at('/api/reports/cash', { from, to });

export const cashCsvUrl = ({ from, to }: DateRange) => at('/api/reports/cash', { from, to, format: 'csv' });

export const cashFileName = ({ from, to }: DateRange) => `cash-${from}-to-${to}.csv`;

export const printCash = ({ from, to }: DateRange, options: WriteOptions) =>
  post('/api/reports/cash/print', { from, to }, options);

/** The API calls of the report on hours, and of corrections. */
import { at } from '../../../api/calls';
import { post, type WriteOptions } from '../../../api/http/client';
import type { CorrectionBody } from '../../../api/types';
import type { DateRange } from '../../../parts/range/range';

const HOURS = '/api/reports/hours';
export const AFTER_CORRECTION = ['/api/clock', '/api/reports'] as const;

export const hoursUrl = ({ from, to }: DateRange) => at(HOURS, { from, to });

export const csvUrl = ({ from, to }: DateRange) => at(HOURS, { from, to, format: 'csv' });

export const fileNameOf = ({ from, to }: DateRange) => `working-hours-${from}-to-${to}.csv`;

export const printHours = ({ from, to }: DateRange, options: WriteOptions) =>
  post('/api/reports/hours/print', { from, to }, options);

export const correctPeriod = ({ id, ...body }: CorrectionBody & { id: number }, options: WriteOptions) =>
  post(at('/api/clock/periods/{id}/correct', { id }), body, options);

/** The settings as they travel, and the calls that read and change them. */
import { at } from '../../api/calls';
import { post, put, type WriteOptions } from '../../api/http/client';
import type { PrinterProfile, PrinterSetting, PrintJob, Settings, SettingsBody } from '../../api/types';

export type { PrinterSetting, PrintJob, Settings };
export type PaymentMethod = Settings['methods'][number];
export type Denomination = Settings['denominations'][number];

export const SETTINGS = '/api/settings';
export const PRINTERS = '/api/printers';
export const JOBS = '/api/print-jobs';
export const NETWORK = '/api/network';
/** As many as show what is going on. */
const JOBS_SHOWN = 20;
export const JOBS_URL = at(JOBS, { limit: JOBS_SHOWN });
/** What the selling screens read of the payment methods. */
const CASH = '/api/cash/setup';
export const AFTER_SETTINGS = [SETTINGS, PRINTERS, JOBS, NETWORK, CASH] as const;
export const AFTER_JOB = [JOBS, PRINTERS] as const;

export const saveSettings = (part: SettingsBody, options: WriteOptions) => put(SETTINGS, part, options);

/** A new printer has no id yet. */
export type SentPrinter = Omit<PrinterSetting, 'id'> & { id?: number };

/** A known method by its id, with what changes; a new one has a name and a kind. */
export type SentMethod = Partial<PaymentMethod>;

export const printTestPage = (id: number, options: WriteOptions) =>
  post(at('/api/printers/{id}/test', { id }), undefined, options);

export const printSlip = (printerId: number, options: WriteOptions) =>
  post('/api/network/slip', { printerId }, options);

/** The server probes every address of its network and waits for answers. */
const FIND_MS = 30_000;

export const findPrinters = (_: null, options: WriteOptions) =>
  post('/api/printers/find', undefined, { ...options, tryMs: FIND_MS });

export const samplePaper = (columns: number, profile: PrinterProfile) =>
  post('/api/printers/preview', { columns, profile });

export const retryJob = (id: number, options: WriteOptions) =>
  post(at('/api/print-jobs/{id}/retry', { id }), undefined, options);

export const cancelJob = (id: number, options: WriteOptions) =>
  post(at('/api/print-jobs/{id}/cancel', { id }), undefined, options);

export const moveJob = ({ jobId, printerId }: { jobId: number; printerId: number }, options: WriteOptions) =>
  post(at('/api/print-jobs/{id}/move', { id: jobId }), { printerId }, options);

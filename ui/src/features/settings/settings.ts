/** The types and API calls of the settings, printers and print jobs. */
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
/** Print jobs listed. */
const JOBS_SHOWN = 20;
export const JOBS_URL = at(JOBS, { limit: JOBS_SHOWN });
/** The payment methods as the selling screens read them. */
const CASH_SETUP = '/api/cash/setup';
/** The first mode with tills makes two of them. */
export const TILLS = '/api/tills';
export const AFTER_SETTINGS = [SETTINGS, PRINTERS, JOBS, NETWORK, CASH_SETUP, TILLS, '/api/tax'] as const;
export const AFTER_JOB = [JOBS, PRINTERS] as const;

export const saveSettings = (part: SettingsBody, options: WriteOptions) => put(SETTINGS, part, options);

/** An existing method by its id with the changed fields; a new one with name and kind. */
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

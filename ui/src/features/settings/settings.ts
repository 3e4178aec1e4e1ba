/** The settings as they travel, and the calls that read and change them. */
import { post, put, type WriteOptions } from '../../api/client';
import type { FoundPrinter, PaperSample, PrinterSetting, PrintJob, Settings } from '../../api/types';

export type { PrinterSetting, PrintJob, Settings };
export type PaymentMethod = Settings['methods'][number];
export type Denomination = Settings['denominations'][number];

export const SETTINGS = '/api/settings';
export const PRINTERS = '/api/printers';
export const JOBS = '/api/print-jobs';
export const NETWORK = '/api/network';
/** As many as show what is going on. */
const JOBS_SHOWN = 20;
export const JOBS_URL = `${JOBS}?limit=${JOBS_SHOWN}`;
/** What the selling screens read of the payment methods. */
const CASH = '/api/cash';
export const AFTER_SETTINGS = [SETTINGS, PRINTERS, JOBS, NETWORK, CASH] as const;
export const AFTER_JOB = [JOBS, PRINTERS] as const;

export const saveSettings = (
  part: Partial<Omit<Settings, 'printers' | 'methods'>> & {
    printers?: SentPrinter[];
    methods?: SentMethod[];
  },
  options: WriteOptions,
) => put<Settings>(SETTINGS, part, options);

/** A new printer has no id yet. */
export type SentPrinter = Omit<PrinterSetting, 'id'> & { id?: number };

/** A known method by its id, with what changes; a new one has a name and a kind. */
export type SentMethod = Partial<PaymentMethod>;

export const printTestPage = (printerId: number, options: WriteOptions) =>
  post<PrintJob>(`${PRINTERS}/${printerId}/test`, undefined, options);

export const printSlip = (printerId: number, options: WriteOptions) =>
  post<PrintJob>(`${NETWORK}/slip`, { printerId }, options);

/** The box knocks at every door of its network and listens a while. */
const FIND_MS = 30_000;

export const findPrinters = (_: null, options: WriteOptions) =>
  post<FoundPrinter[]>(`${PRINTERS}/find`, undefined, { ...options, tryMs: FIND_MS });

export const samplePaper = (columns: number, profile: string) =>
  post<PaperSample>(`${PRINTERS}/preview`, { columns, profile });

export const retryJob = (jobId: number, options: WriteOptions) =>
  post<PrintJob>(`${JOBS}/${jobId}/retry`, undefined, options);

export const cancelJob = (jobId: number, options: WriteOptions) =>
  post<PrintJob>(`${JOBS}/${jobId}/cancel`, undefined, options);

export const moveJob = (move: { jobId: number; printerId: number }, options: WriteOptions) =>
  post<PrintJob>(`${JOBS}/${move.jobId}/move`, { printerId: move.printerId }, options);

/** The settings as they travel, and the calls that read and change them. */
import { post, put, type WriteOptions } from '../../api/client';
import type { Money, Time } from '../../api/types';

export const SETTINGS = '/api/settings';
export const PRINTERS = '/api/printers';
export const JOBS = '/api/print-jobs';
/** As many as show what is going on. */
export const JOBS_SHOWN = 20;
export const JOBS_URL = `${JOBS}?limit=${JOBS_SHOWN}`;
export const AFTER_SETTINGS = [SETTINGS, PRINTERS, JOBS] as const;

export interface PrinterSetting {
  /** 0 for a new one. */
  id: number;
  name: string;
  url: string;
  columns: number;
  profile: string;
  categories: string[];
  enabled: boolean;
}

export interface Settings {
  businessName: string;
  address: string;
  phone: string;
  thankYouMessage: string;
  website: string;
  socialMedia: string;
  timeZone: string;
  dayStartsAt: string;
  lrdCashStep: Money;
  publicUrl: string | null;
  autoPrint: boolean;
  printers: PrinterSetting[];
}

export interface PrinterState {
  id: number;
  name: string;
  url: string;
  status: 'ready' | 'offline' | 'paper_out' | 'cover_open' | 'paused' | 'unknown';
  queued: number;
  lastSeenAt: Time | null;
}

export type JobStatus =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'confirmed'
  | 'blocked'
  | 'unknown'
  | 'failed'
  | 'cancelled'
  | 'expired';

export interface PrintJob {
  id: number;
  kind: string;
  receiptNumber: string | null;
  printerId: number;
  status: JobStatus;
  attempts: number;
  error: string | null;
  createdAt: Time;
}

export const saveSettings = (
  part: Partial<Omit<Settings, 'printers'>> & { printers?: SentPrinter[] },
  options: WriteOptions,
) => put<Settings>(SETTINGS, part, options);

/** A new printer has no id yet. */
export type SentPrinter = Omit<PrinterSetting, 'id'> & { id?: number };

export const printTestPage = (printerId: number, options: WriteOptions) =>
  post<PrintJob>(`${PRINTERS}/${printerId}/test`, undefined, options);

export const retryJob = (jobId: number, options: WriteOptions) =>
  post<PrintJob>(`${JOBS}/${jobId}/retry`, undefined, options);

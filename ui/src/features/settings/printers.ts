/** Printers without their looks: models, tones of their states, what is wrong with a form, lists to send. */
import type { JobStatus, PrinterSetting, PrinterState, SentPrinter } from './settings';
import { printerForm as words } from './strings';

/** The presets of the box, and how wide their paper is. */
export const MODELS: readonly { value: string; label: string; columns: number }[] = [
  { value: 'generic-80', label: '80 mm printer', columns: 48 },
  { value: 'generic-58', label: '58 mm printer', columns: 32 },
  { value: 'epson-80-48', label: 'Epson 80 mm, 48 columns', columns: 48 },
  { value: 'epson-80-42', label: 'Epson 80 mm, 42 columns', columns: 42 },
  { value: 'star-escpos', label: 'Star in ESC/POS mode', columns: 48 },
  { value: 'safe', label: 'Safe: plain letters only', columns: 32 },
];
export const COLUMNS = [32, 42, 48] as const;

export const NEW_PRINTER: PrinterSetting = {
  id: 0,
  name: '',
  url: '',
  columns: 48,
  profile: 'generic-80',
  categories: [],
  enabled: true,
};

export type PrinterErrors = Partial<Record<'name' | 'url', string>>;

export function checkPrinter({ name, url }: PrinterSetting): PrinterErrors {
  const errors: PrinterErrors = {};
  if (name.trim() === '') errors.name = words.nameMissing;
  if (!/^(tcp:\/\/|file:\/\/\/|serial:\/\/\/)\S/.test(url.trim())) errors.url = words.addressWrong;
  return errors;
}

/** Another model has other paper. */
export function withModel(printer: PrinterSetting, profile: string): PrinterSetting {
  const columns = MODELS.find(({ value }) => value === profile)?.columns ?? printer.columns;
  return { ...printer, profile, columns };
}

/** All printers with this one in its place, or added at the end. */
export function withPrinter(printers: readonly PrinterSetting[], one: PrinterSetting): SentPrinter[] {
  const tidy = { ...one, name: one.name.trim(), url: one.url.trim() };
  if (one.id === 0) {
    const { id: _none, ...added } = tidy;
    return [...printers, added];
  }
  return printers.map((other) => (other.id === one.id ? tidy : other));
}

const PRINTER_TONE: Record<PrinterState['status'], string> = {
  ready: 'ok',
  offline: 'error',
  paper_out: 'error',
  cover_open: 'error',
  paused: 'warning',
  unknown: 'inactive',
};
export const toneOf = (status: PrinterState['status']): string => PRINTER_TONE[status] ?? 'inactive';

const JOB_TONE: Record<JobStatus, string> = {
  queued: 'info',
  sending: 'info',
  sent: 'ok',
  confirmed: 'ok',
  blocked: 'warning',
  unknown: 'warning',
  failed: 'error',
  cancelled: 'cancelled',
  expired: 'warning',
};
export const jobTone = (status: JobStatus): string => JOB_TONE[status] ?? 'inactive';

/** What stopped and does not start again by itself. */
export function canRetry(status: JobStatus): boolean {
  return ['unknown', 'failed', 'cancelled', 'expired', 'blocked'].includes(status);
}

/** The rules of printer settings: models, state colours, validation, request bodies. */
import { CATEGORIES } from '../../../api/categories';
import type {
  Category,
  Printer,
  PrinterProfile,
  PrinterSetting,
  PrinterSettingBody,
  PrinterStatus,
} from '../../../api/types';
import { formatStatus } from '../../../lib/format';
import { printerForm as words } from '../strings';

/** The printer models that the server knows, with their characters per line. */
export const MODELS: readonly { value: PrinterProfile; label: string; columns: number }[] = [
  { value: 'generic-80', label: '80 mm printer', columns: 48 },
  { value: 'generic-58', label: '58 mm printer', columns: 32 },
  { value: 'epson-80-48', label: 'Epson 80 mm, 48 columns', columns: 48 },
  { value: 'epson-80-42', label: 'Epson 80 mm, 42 columns', columns: 42 },
  { value: 'star-escpos', label: 'Star in ESC/POS mode', columns: 48 },
  { value: 'safe', label: 'Safe: plain letters only', columns: 32 },
];
export const COLUMNS = [32, 42, 48] as const;
export const DRAWER_PINS = [2, 5] as const;

export const NEW_PRINTER: PrinterSetting = {
  id: 0,
  name: '',
  url: '',
  columns: 48,
  profile: 'generic-80',
  categories: [],
  enabled: true,
  opensDrawer: false,
  drawerPin: 2,
  receipts: true,
};

/** An IP address with or without a port, to which the server adds the rest, or an address with its scheme. */
const ADDRESS = /^(\d+(\.\d+){3}(:\d+)?$|(tcp:\/\/|file:\/\/\/|serial:\/\/\/)\S)/;

export type PrinterErrors = Partial<Record<'name' | 'url', string>>;

export function checkPrinter({ name, url }: PrinterSetting): PrinterErrors {
  const errors: PrinterErrors = {};
  if (name.trim() === '') errors.name = words.nameMissing;
  if (!ADDRESS.test(url.trim())) errors.url = words.addressWrong;
  return errors;
}

/** Also sets the width of the new model. */
export function withModel(printer: PrinterSetting, profile: PrinterProfile): PrinterSetting {
  const columns = MODELS.find(({ value }) => value === profile)?.columns ?? printer.columns;
  return { ...printer, profile, columns };
}

export function withCategory(printer: PrinterSetting, category: Category, on: boolean): PrinterSetting {
  const others = printer.categories.filter((other) => other !== category);
  return { ...printer, categories: on ? [...others, category] : others };
}

/** What it prints: 'Receipts · tickets: Drinks, Food · cash drawer'. */
export function rolesOf({ receipts, categories, opensDrawer }: PrinterSetting): string {
  const labels = CATEGORIES.filter(({ value }) => categories.includes(value)).map(({ label }) => label);
  const roles = [
    receipts && words.roleReceipts,
    labels.length > 0 && words.roleTickets(labels.join(', ')),
    opensDrawer && words.roleDrawer,
  ].filter(Boolean);
  return roles.length === 0 ? words.roleNone : roles.join(' · ');
}

/** All printers with this one in its place, or added at the end. */
export function withPrinter(printers: readonly PrinterSetting[], one: PrinterSetting): PrinterSettingBody[] {
  const tidy = { ...one, name: one.name.trim(), url: one.url.trim() };
  if (one.id === 0) {
    const { id: _none, ...added } = tidy;
    return [...printers, added];
  }
  return printers.map((other) => (other.id === one.id ? tidy : other));
}

const PRINTER_TONE: Record<PrinterStatus, string> = {
  ready: 'ok',
  offline: 'error',
  paper_out: 'error',
  cover_open: 'error',
  paused: 'warning',
  unknown: 'inactive',
};
export const toneOf = (status: PrinterStatus): string => PRINTER_TONE[status] ?? 'inactive';

/** The problem of a printer as text; null if there is none, or if it is paused with nothing queued. */
export function troubleOf(printer: Pick<Printer, 'status' | 'queued' | 'error'>): string | null {
  const { status, queued, error } = printer;
  if (status === 'ready') return null;
  if (status === 'paused') return queued > 0 ? formatStatus(status) : null;
  if (status === 'unknown') return error;
  return error ?? formatStatus(status);
}

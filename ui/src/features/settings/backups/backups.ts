/** The API calls of backups, and the labels of sizes and states. */
import { at } from '../../../api/calls';
import { post, type WriteOptions } from '../../../api/http/client';
import type { Backups } from '../../../api/types';
import { formatAge } from '../../../lib/age';
import { backups as words } from './strings';

export const BACKUPS = '/api/backups';
export const AFTER_BACKUP = [BACKUPS] as const;
/** Backups listed before 'Show all'. */
export const COPIES_SHOWN = 5;

/** Long enough to write many years of data to a slow card and read them back. */
const BACKUP_MS = 120_000;

export const backUp = (_: null, options: WriteOptions) =>
  post(BACKUPS, undefined, { ...options, tryMs: BACKUP_MS });

export const copyUrl = (name: string) => at('/api/backups/{name}', { name });

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;
const STEP = 1000;

/** `340 B`, `1.2 MB`, `12 MB`. */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  const digits = unit === 0 || size >= 10 ? 0 : 1;
  return `${size.toFixed(digits)} ${UNITS[unit]}`;
}

export function ageOf({
  ageSeconds,
  lastVerifiedAt,
}: Pick<Backups, 'ageSeconds' | 'lastVerifiedAt'>): string {
  if (ageSeconds !== null) return formatAge(ageSeconds);
  return lastVerifiedAt ? words.unknownAge : words.never;
}

type Continuous = Backups['continuous'];

const CONTINUOUS_TONE: Record<Continuous['state'], string> = {
  off: 'inactive',
  ok: 'ok',
  behind: 'warning',
  failed: 'error',
};
const REMOTE_TONE: Record<Backups['remote']['state'], string> = {
  off: 'inactive',
  ok: 'ok',
  sending: 'warning',
  failed: 'error',
};
export const remoteTone = ({ state }: Backups['remote']): string => REMOTE_TONE[state] ?? 'inactive';
export const toneOf = ({ state }: Continuous): string => CONTINUOUS_TONE[state] ?? 'inactive';

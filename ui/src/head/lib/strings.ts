/** Words of figures, times and flags, which several screens show. */
import { formatDate, formatTime } from '../../lib/format';

export const figures = {
  short: (amount: string) => `Short ${amount}`,
  over: (amount: string) => `Over ${amount}`,
  exact: 'Exact',
  notCounted: 'Not counted',
  onLast: {
    week: (change: string) => `${change} on last week`,
    month: (change: string) => `${change} on last month`,
    year: (change: string) => `${change} on last year`,
  },
};

/** `20 Nov`, with the year if it is another. */
export function shortDate(iso: string, now = new Date()): string {
  const date = formatDate(iso);
  return date.endsWith(` ${now.getFullYear()}`) ? date.slice(0, -5) : date;
}

/** `9:14 PM`, and on another day `20 Nov, 9:14 PM`. */
export function shortTime(iso: string, now = new Date()): string {
  const today = formatDate(iso) === formatDate(now.toISOString());
  return today ? formatTime(iso) : `${shortDate(iso, now)}, ${formatTime(iso)}`;
}

/** Beside a bar's name; its alert says more. */
export const flags = {
  beside: 'Two boxes',
  here_only: 'Known here only',
  refused: 'Change refused',
  clock: 'Clock',
  damaged: 'Damage',
  figures: 'Unread figures',
  quota: 'Sent too much today',
  codes: 'Wrong codes',
};

/** The addresses of head office's calls. */
import type { BarId, PeriodName, ReportName } from './types';

export const HEAD = '/api/head';
export const BARS = `${HEAD}/bars`;
export const USERS = `${HEAD}/users`;
export const DIRECTIVES = `${HEAD}/directives`;
export const PRODUCTS = `${HEAD}/products`;

/** A period by its name, or business days, both included. */
export type Period = PeriodName | { from: string; to: string };

export interface Selection {
  period: Period;
  /** All bars of the user without it. */
  bar?: BarId;
  /** Rows of a list that has a limit; head office's own limit without it. */
  limit?: number;
}

/** The most rows that head office gives of exceptions and shifts. The CSV has all. */
export const ROWS_MAX = 1_000;

/** `period=tonight&bars=…` */
function queryOf({ period, bar, limit }: Selection): string {
  const query = new URLSearchParams(typeof period === 'string' ? { period } : period);
  if (bar) query.set('bars', bar);
  if (limit) query.set('limit', String(limit));
  return String(query);
}

export const overviewUrl = (selection: Selection): string => `${HEAD}/overview?${queryOf(selection)}`;

export const reportUrl = (name: ReportName, selection: Selection): string =>
  `${HEAD}/reports/${name}?${queryOf(selection)}`;

export const csvUrl = (name: ReportName, selection: Selection): string =>
  `${HEAD}/reports/${name}.csv?${queryOf(selection)}`;

export const barUrl = (bar: BarId): string => `${BARS}/${encodeURIComponent(bar)}`;
export const linesUrl = (bar: BarId): string => `${barUrl(bar)}/lines`;
export const lineUrl = (bar: BarId, line: string): string => `${linesUrl(bar)}/${encodeURIComponent(line)}`;

export const INFO = `${HEAD}/public`;
export const ME = `${HEAD}/me`;

/** The addresses of head office's calls. */
import { useGet } from './query';
import type { BarId, Overview, Report, ReportLines, ReportName } from './types';

export const HEAD = '/api/head';
export const BARS = `${HEAD}/bars`;
export const USERS = `${HEAD}/users`;
export const DIRECTIVES = `${HEAD}/directives`;
export const PRODUCTS = `${HEAD}/products`;

export type PeriodName = 'tonight' | 'yesterday' | 'week' | 'month';
/** A period by its name, or business days, both included. */
export type Period = PeriodName | { from: string; to: string };

export interface Selection {
  period: Period;
  /** All bars of the user without it. */
  bar?: BarId;
}

/** `period=tonight&bars=…` */
function queryOf({ period, bar }: Selection): string {
  const query = new URLSearchParams(typeof period === 'string' ? { period } : period);
  if (bar) query.set('bars', bar);
  return String(query);
}

export const overviewUrl = (selection: Selection): string => `${HEAD}/overview?${queryOf(selection)}`;

export const reportUrl = (name: ReportName, selection: Selection): string =>
  `${HEAD}/reports/${name}?${queryOf(selection)}`;

export const csvUrl = (name: ReportName, selection: Selection): string =>
  `${HEAD}/reports/${name}.csv?${queryOf(selection)}`;

export const barUrl = (bar: BarId): string => `${BARS}/${encodeURIComponent(bar)}`;
export const linesUrl = (bar: BarId): string => `${barUrl(bar)}/lines`;

export const useOverview = (selection: Selection) => useGet<Overview>(overviewUrl(selection), { keep: true });

export const useReport = <Name extends ReportName>(name: Name, selection: Selection, enabled = true) =>
  useGet<Report<ReportLines[Name]>>(reportUrl(name, selection), { keep: true, enabled });

export const INFO = `${HEAD}/public`;
export const ME = `${HEAD}/me`;

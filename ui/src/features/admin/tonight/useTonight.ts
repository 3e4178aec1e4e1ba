/** The night as it runs, and what is usual on this weekday. */
import { useGet } from '../../../api/http/query';
import { fromServer } from '../../../lib/money/money';
import { useMinutes } from '../../../lib/render/useMinutes';
import type { Night } from '../../../parts/nights/nights';
import { reportOf, useNightsBefore } from '../../../parts/nights/useNightsBefore';
import { type Pace, paceOf } from './figures';

const HOUR_MS = 3_600_000;

/** Null until every night is loaded, and while there are too few. */
export function usePace(day: string, begins: number): Pace | null {
  const now = useMinutes();
  const report = useGet(reportOf(day)).data;
  const nights = useNightsBefore(day);
  if (!report || !nights) return null;
  const clock = new Date(now);
  const hour = clock.getHours() + clock.getMinutes() / 60;
  return paceOf(nights, fromServer(report.overallSummary.totalRevenue), hour, begins);
}

/** How long something has been sold tonight, in milliseconds; 0 before the first sale. */
export function openFor(hours: Night['hours'], now: number, begins: number): number {
  const since = (hour: number) => (hour - begins + 24) % 24;
  const first = Math.min(...hours.map(({ hour }) => since(hour)));
  if (!Number.isFinite(first)) return 0;
  const clock = new Date(now);
  return Math.max(0, since(clock.getHours() + clock.getMinutes() / 60) - first) * HOUR_MS;
}

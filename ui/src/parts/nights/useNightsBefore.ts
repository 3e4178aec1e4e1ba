/** The nights of the same weekday before a day. */
import { useQuery } from '@tanstack/react-query';
import { at } from '../../api/calls';
import { get } from '../../api/http/client';
import { type Night, weekdaysBefore } from './nights';

export const reportOf = (day: string) => at('/api/admin/sales-report', { startDate: day, endDate: day });

/** Undefined until all of them are loaded, and without a day. */
export function useNightsBefore(day: string | null): Night[] | undefined {
  return useQuery<Night[]>({
    // Not their addresses: what happens tonight does not change the nights before.
    queryKey: ['nights before', day],
    queryFn: ({ signal }) =>
      Promise.all(weekdaysBefore(day ?? '').map((before) => get(reportOf(before), signal))),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: day !== null,
  }).data;
}

/** What is usual on the weekday of the report. */
import { usualOf, weekdayOf } from '../../parts/nights/nights';
import { useNightsBefore } from '../../parts/nights/useNightsBefore';
import type { DateRange } from '../../parts/range/range';
import type { Usual } from './Headline';

/** Null for more than one day, until the nights before are loaded, and while they are too few. */
export function useUsual(range: DateRange | null, today: string | null): Usual | null {
  const day = range && range.from === range.to ? range.from : null;
  const nights = useNightsBefore(day);
  const usual = nights && usualOf(nights);
  if (!day || !usual) return null;
  return { ...usual, weekday: weekdayOf(day), isOver: today !== null && day < today };
}

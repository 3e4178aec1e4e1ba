/** The period in the address of the page. */
import { useLocation, useSearch } from 'wouter';
import type { Period } from '../api/calls';
import { readPeriod, withPeriod } from '../lib/period';

export function usePeriod(): [Period, (period: Period) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  return [
    readPeriod(search),
    (period) => navigate(`${path}${withPeriod(search, period)}`, { replace: true }),
  ];
}

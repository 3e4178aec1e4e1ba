/** The current business day, which does not end at midnight; read from the server. */
import { deviceDate } from '../lib/format';
import { useGet } from './http/query';

/** `YYYY-MM-DD`; null until it is loaded, this device's date when loading fails. */
export function useBusinessDay(): string | null {
  const analytics = useGet('/api/sales/analytics');
  if (analytics.isError) return deviceDate();
  return analytics.data ? (analytics.data.heatMap.at(-1)?.date ?? deviceDate()) : null;
}

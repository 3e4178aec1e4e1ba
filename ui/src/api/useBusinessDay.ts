/** The bar's day, which ends when the bar does and not at midnight: the box knows which one it is. */
import { deviceDate } from '../lib/format';
import { useGet } from './query';

/** `YYYY-MM-DD`; null until the box has told, this device's date when it does not. */
export function useBusinessDay(): string | null {
  const analytics = useGet('/api/sales/analytics');
  if (analytics.isError) return deviceDate();
  return analytics.data ? (analytics.data.heatMap.at(-1)?.date ?? deviceDate()) : null;
}

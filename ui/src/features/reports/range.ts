/** URLs of the sales reports for a range of dates. */
import { at } from '../../api/calls';
import type { DateRange } from '../../parts/range/range';

/** A null range uses the server's default. */
export const reportUrl = (range: DateRange | null) => at('/api/admin/sales-report', daysOf(range));

export const accountsUrl = (range: DateRange | null) => at('/api/admin/sales-summary', daysOf(range));

export const recentUrl = (range: DateRange | null) =>
  at('/api/admin/recent-sales-with-customers', daysOf(range));

/** `limit`: products listed one by one; null for all. */
export const productsUrl = (range: DateRange | null, limit: number | null) =>
  at('/api/admin/product-sales', { ...daysOf(range), ...(limit && { limit }) });

export const userSalesUrl = (userId: number, range: DateRange | null) =>
  at('/api/admin/user-sales', { userId, ...daysOf(range) });

function daysOf(range: DateRange | null) {
  return range ? { startDate: range.from, endDate: range.to } : {};
}

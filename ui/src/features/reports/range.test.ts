/** The addresses of the sales reports. */
import { expect, it } from 'vitest';
import { reportUrl, userSalesUrl } from './range';

it('have the dates only when they were chosen', () => {
  expect(reportUrl(null)).toBe('/api/admin/sales-report');
  const range = { from: '2026-11-01', to: '2026-11-20' };
  expect(reportUrl(range)).toBe('/api/admin/sales-report?startDate=2026-11-01&endDate=2026-11-20');
  expect(userSalesUrl(3, range)).toBe(
    '/api/admin/user-sales?userId=3&startDate=2026-11-01&endDate=2026-11-20',
  );
});

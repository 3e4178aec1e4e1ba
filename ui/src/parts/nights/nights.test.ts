/** What is usual on a weekday. */
import { describe, expect, it } from 'vitest';
import { median, type Night, plusDays, usualOf, weekdayOf, weekdaysBefore } from './nights';

const night = (
  totalRevenue: string,
  totalQuantity: number,
  ...hours: [hour: number, usd: string][]
): Night => ({
  overallSummary: { totalRevenue, totalSales: totalQuantity === 0 ? 0 : hours.length, totalQuantity },
  hours: hours.map(([hour, revenue]) => ({ hour, totalRevenue: revenue })),
});

describe('a usual night', () => {
  it('is one of the same weekday of eight weeks', () => {
    expect(weekdaysBefore('2026-11-27')[0]).toBe('2026-11-20');
    expect(weekdaysBefore('2026-11-27')).toHaveLength(8);
    expect(weekdayOf('2026-11-27')).toBe('Friday');
    expect(plusDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(median([])).toBe(0);
    expect(median([1, 4])).toBe(3);
  });

  it('is the median of the nights on which something was sold, hour by hour', () => {
    const nights = [
      night('40.00', 8, [20, '30.00'], [1, '10.00']),
      night('0.00', 0),
      night('60.00', 20, [20, '60.00']),
      night('50.00', 10, [20, '20.00'], [23, '30.00']),
    ];
    const usual = usualOf(nights);
    expect(usual).toMatchObject({ revenue: 5000, sales: 2, units: 10 });
    expect([20, 23, 1, 5].map((hour) => usual?.revenueOf(hour))).toEqual([3000, 0, 0, 0]);
  });

  it('is unknown with fewer than three nights that sold', () => {
    const one = night('10.00', 1, [20, '10.00']);
    expect(usualOf([one, one, night('0.00', 0)])).toBeNull();
  });
});

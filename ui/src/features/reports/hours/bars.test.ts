/** The bars of the hours. */
import { expect, it } from 'vitest';
import { barsOf, bestOf, highest, slowestOf, stepOf } from './bars';

const row = (hour: number, totalRevenue: string) => ({ hour, totalRevenue, totalSales: 1 });
/** A night from ten in the evening to one, with nothing sold at midnight. */
const NIGHT = [row(22, '10.00'), row(23, '30.00'), row(1, '5.00')];

it('are one for each hour of the night, also for one without sales', () => {
  expect(barsOf(NIGHT, null)).toEqual([
    { hour: 22, sold: 1000, sales: 1, usual: null },
    { hour: 23, sold: 3000, sales: 1, usual: null },
    { hour: 0, sold: 0, sales: 0, usual: null },
    { hour: 1, sold: 500, sales: 1, usual: null },
  ]);
  expect(barsOf([], () => 100)).toEqual([]);
});

it('tell the best hour, and the one that fell shortest of what is usual', () => {
  const bars = barsOf(NIGHT, (hour) => (hour === 0 ? 4000 : 900));
  expect(bestOf(bars)?.hour).toBe(23);
  expect(slowestOf(bars)?.hour).toBe(0);
  expect(highest(bars)).toBe(4000);
  expect(slowestOf(barsOf(NIGHT, () => 0))).toBeNull();
  expect(slowestOf(barsOf(NIGHT, null))).toBeNull();
  expect(bestOf(barsOf([row(20, '0.00')], null))).toBeNull();
});

it('stand before two to four lines at round amounts', () => {
  expect([10_400, 9_900, 5_000, 2_000, 199, 100].map(stepOf)).toEqual([5_000, 2_000, 2_000, 1_000, 50, 50]);
  for (let most = 4; most < 100_000; most += 97) {
    const lines = Math.floor(most / stepOf(most));
    expect(lines, String(most)).toBeGreaterThanOrEqual(2);
    expect(lines, String(most)).toBeLessThanOrEqual(4);
  }
  expect(stepOf(1)).toBe(1);
});

/** How tonight compares, what runs out, and what is still to be paid. */
import { describe, expect, it } from 'vitest';
import type { Night } from '../../../parts/nights/nights';
import { durationOf, openOrders, paceOf, runningOut, shareLeft } from './figures';
import { needsOf, sinceOf } from './needs';
import { openFor } from './useTonight';

const night = (...hours: [hour: number, usd: string][]): Night => ({
  overallSummary: {
    totalRevenue: hours.reduce((sum, [, usd]) => sum + Number(usd), 0).toFixed(2),
    totalSales: hours.length,
    totalQuantity: hours.length,
  },
  hours: hours.map(([hour, totalRevenue]) => ({ hour, totalRevenue })),
});

describe('the pace', () => {
  it('is the median of the nights of this weekday up to this time', () => {
    const nights = [
      night([20, '400.00']),
      night([20, '380.00']),
      night([20, '500.00']),
      night([20, '420.00']),
    ];
    expect(paceOf(nights, 49200, 21, 5)).toMatchObject({ now: 41000, whole: 41000, percent: 20 });
  });

  it('counts of the present hour what has passed, and the hours after midnight at the end', () => {
    const one = night([22, '100.00'], [1, '60.00']);
    const pace = (hour: number) => paceOf([one, one, one], 0, hour, 5);
    expect(pace(22.5)).toMatchObject({ now: 5000, whole: 16000, percent: -100 });
    expect(pace(23)?.now).toBe(10000);
    expect(pace(1.5)?.now).toBe(13000);
    expect(pace(18)).toMatchObject({ now: 0, percent: null });
  });

  it('is unknown with fewer than three nights that sold', () => {
    const one = night([20, '10.00']);
    expect(paceOf([one, one, night()], 0, 21, 5)).toBeNull();
  });
});

describe('running out', () => {
  const beer = { id: 1, name: 'Club Beer', portions: 14 };
  const sold = [{ productId: 1, totalQuantity: 20 }];
  const HOURS = 3_600_000;

  it('is what is gone within eight hours at the pace of tonight, the soonest first', () => {
    const cider = { id: 2, name: 'Savanna Dry', portions: 6 };
    const rows = runningOut([beer, cider], [...sold, { productId: 2, totalQuantity: 30 }], 4 * HOURS);
    expect(rows.map(({ name, hours }) => [name, hours])).toEqual([
      ['Savanna Dry', 0.8],
      ['Club Beer', 2.8],
    ]);
    expect(rows.map(shareLeft)).toEqual([10, 35]);
  });

  it('leaves out what is gone, what does not sell, and a night that has just begun', () => {
    expect(runningOut([{ ...beer, portions: 0 }], sold, 4 * HOURS)).toEqual([]);
    expect(runningOut([beer], [], 4 * HOURS)).toEqual([]);
    expect(runningOut([beer], sold, HOURS / 4)).toEqual([]);
  });

  it('counts the night from its first sale', () => {
    const now = new Date(2026, 10, 27, 1, 30).getTime();
    expect(openFor([], now, 5)).toBe(0);
    expect(
      openFor(
        [
          { hour: 0, totalRevenue: '1' },
          { hour: 20, totalRevenue: '1' },
        ],
        now,
        5,
      ),
    ).toBe(5.5 * HOURS);
  });
});

describe('open bills', () => {
  it('are those that somebody still has to pay, the oldest first', () => {
    const order = (id: number, change: object) => ({
      id,
      status: 'served',
      paymentStatus: 'unpaid',
      isOnCredit: 'false',
      remainingUSD: '1.00',
      remainingLRD: '190.00',
      createdAt: `2026-11-27T20:0${id}:00Z`,
      ...change,
    });
    const orders = [
      order(2, {}),
      order(1, { paymentStatus: 'partial' }),
      order(3, { paymentStatus: 'paid' }),
      order(4, { isOnCredit: 'true' }),
      order(5, { status: 'cancelled' }),
      // Empty, or all of it given free.
      order(6, { remainingUSD: '0.00', remainingLRD: '0.00' }),
    ];
    expect(openOrders(orders).map(({ id }) => id)).toEqual([1, 2]);
  });

  it.each([
    [-5, '0 min'],
    [59, '59 min'],
    [125, '2 h 5 min'],
  ])('of %i minutes are %s old', (minutes, text) => expect(durationOf(minutes * 60_000)).toBe(text));
});

describe('what needs the owner', () => {
  const z = {
    number: 'Z-0007',
    businessDay: '2026-11-27',
    closedAt: '2026-11-27T18:00:00',
    overShortUSD: '-4.00',
    overShortLRD: '0.00',
    responsibleName: 'Fatu',
    tillName: 'Drawer',
  } as Parameters<typeof needsOf>[0]['reports'][number];
  const facts = { since: '2026-11-27', printers: [], reports: [], runsOut: [], now: 0 };

  it('are printers that are silent, drawers that did not agree, and goods that are gone soon', () => {
    const printers = [
      { name: 'Kitchen', enabled: true, status: 'offline' as const, queued: 2 },
      { name: 'Bar', enabled: true, status: 'ready' as const, queued: 0 },
      { name: 'Old', enabled: false, status: 'offline' as const, queued: 0 },
    ];
    const runsOut = [
      { id: 1, name: 'Savanna Dry', portions: 6, hours: 1 },
      { id: 2, name: 'Rum', portions: 6, hours: 7 },
    ];
    const needs = needsOf({ ...facts, printers, reports: [z], runsOut });
    expect(needs.map(({ status, text, href }) => [status, text.replace(/ by .*/, ''), href])).toEqual([
      ['error', 'Kitchen does not print', '/settings/printing'],
      ['error', 'Drawer closed short $4.00', '/shifts/Z-0007'],
      ['warning', 'Savanna Dry is gone', '/inventory'],
    ]);
  });

  it('are those of the night before until something is sold', () => {
    const morning = { ...facts, since: sinceOf('2026-11-28', 0) };
    expect(needsOf({ ...morning, reports: [z] })).toHaveLength(1);
    expect(needsOf({ ...morning, since: sinceOf('2026-11-28', 1), reports: [z] })).toEqual([]);
  });

  it('leave out a drawer that agrees, and those of other nights', () => {
    expect(needsOf({ ...facts, reports: [{ ...z, overShortUSD: '0.00' }] })).toEqual([]);
    expect(needsOf({ ...facts, reports: [{ ...z, businessDay: '2026-11-26' }] })).toEqual([]);
    const over = needsOf({ ...facts, reports: [{ ...z, overShortUSD: '0.00', overShortLRD: '100.00' }] });
    expect(over[0]).toMatchObject({ status: 'warning', text: 'Drawer closed over L$100' });
  });
});

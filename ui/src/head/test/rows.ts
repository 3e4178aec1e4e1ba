/** What head office answers, for tests. */
import type { Bar, BarRow, Figures, HeadUser, Overview } from '../api/types';

export const CAPE = '0a'.repeat(16);
export const MAMBA = '0b'.repeat(16);
export const RED = '0c'.repeat(16);

export function userOf(role: HeadUser['role'], more: Partial<HeadUser> = {}): HeadUser {
  return {
    id: `id-of-${role}`,
    username: role,
    name: role === 'owner' ? 'Jane Cooper' : 'Musa Kamara',
    role,
    bars: 'all',
    isActive: true,
    mustChangePassword: false,
    hasTotp: true,
    createdAt: '2026-11-01T10:00:00Z',
    ...more,
  };
}

/** The figures of a bar that never sent any. */
export const NO_FIGURES: Figures = {
  totalRevenue: null,
  revenueUSD: null,
  revenueLRD: null,
  totalSales: null,
  totalQuantity: null,
  averageSale: null,
  previousRevenue: null,
  overShortUSD: null,
  overShortLRD: null,
  shiftsOpen: null,
  openTabs: null,
  openOrders: null,
  dueUSD: null,
  dueLRD: null,
  lowStock: null,
  outOfStock: null,
  voids: null,
  discounts: null,
};

export function figures(totalRevenue: string, more: Partial<Figures> = {}): Figures {
  return {
    totalRevenue,
    revenueUSD: '4.00',
    revenueLRD: '1925.00',
    totalSales: 3,
    totalQuantity: 4,
    averageSale: '4.67',
    previousRevenue: '0.00',
    overShortUSD: '0.00',
    overShortLRD: '0.00',
    shiftsOpen: 0,
    openTabs: 2,
    openOrders: 1,
    dueUSD: '0.00',
    dueLRD: '0.00',
    lowStock: 1,
    outOfStock: 1,
    voids: 0,
    discounts: 0,
    ...more,
  };
}

export function row(bar: string, name: string, of: Figures, more: Partial<BarRow> = {}): BarRow {
  return {
    bar,
    name,
    state: 'live',
    stateText: 'Live',
    flags: [],
    asOf: '2026-11-21T22:00:00Z',
    entriesBehind: 0,
    ...of,
    ...more,
  };
}

export function overview(bars: BarRow[], more: Partial<Overview> = {}): Overview {
  return {
    period: 'tonight',
    from: '2026-11-21',
    to: '2026-11-21',
    bars,
    total: figures('14.00'),
    missing: [],
    alerts: [],
    ...more,
  };
}

export const report = <Line>(rows: Line[]) => ({ rows, asOf: [] });

export function bar(id: string, name: string, more: Partial<Bar> = {}): Bar {
  return {
    bar: id,
    name,
    state: 'live',
    stateText: 'Live',
    flags: [],
    alerts: [],
    lastSeenAt: '2026-11-21T22:00:00Z',
    newestAt: '2026-11-21T22:00:00Z',
    entriesBehind: 0,
    asOf: '2026-11-21T22:00:00Z',
    position: { line: 'a'.repeat(16), seq: 6214, hash: '00' },
    version: '1.0.0',
    timeZone: 'Africa/Monrovia',
    dayStartsAt: '05:00',
    rate: '190',
    boxes: [
      {
        box: 'f00dbabe00',
        pairedAt: '2026-11-01T10:00:00Z',
        revokedAt: null,
        lastSeenAt: '2026-11-21T22:00:00Z',
        version: '1.0.0',
        counted: true,
      },
    ],
    ...more,
  };
}

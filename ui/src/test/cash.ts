/** Tills, shifts and movements of cash for tests: a bar with one shared drawer. */
import type { CashMovement, CashSetup, Shift, ShiftReference, Till } from '../api/types';
import { CASH_SETUP } from './methods';

export const SETUP: CashSetup = { ...CASH_SETUP, mode: 'drawer' };

export const DRAWER: Till = {
  id: 1,
  name: 'Drawer',
  kind: 'drawer',
  shared: true,
  userId: null,
  printerId: null,
  usualFloatUSD: '0.00',
  usualFloatLRD: '0.00',
  openShiftId: 7,
  cashUSD: null,
  cashLRD: null,
};
export const SAFE: Till = { ...DRAWER, id: 2, name: 'Safe', kind: 'safe', shared: false, openShiftId: null };

export const SHIFT: Shift = {
  id: 7,
  tillId: 1,
  tillName: 'Drawer',
  state: 'open',
  responsibleId: 5,
  responsibleName: 'Fatu',
  confirmed: true,
  businessDay: '2026-11-21',
  openedAt: new Date(2026, 10, 21, 18, 2).toISOString(),
  openedBy: 'Fatu',
  opening: { amountUSD: '40.00', amountLRD: '3980.00', pieces: [], bad: [] },
  countingBy: null,
  countingSince: null,
  cashSince: 0,
  counts: [],
  closedAt: null,
  closedBy: null,
  zNumber: null,
  leaveUSD: null,
  leaveLRD: null,
  openingDifferenceUSD: null,
  openingDifferenceLRD: null,
  expectedUSD: null,
  expectedLRD: null,
  overShortUSD: null,
  overShortLRD: null,
};

export const movement = (id: number, more: Partial<CashMovement>): CashMovement => ({
  id,
  tillId: 1,
  shiftId: 7,
  kind: 'pay_out',
  amountUSD: '0.00',
  amountLRD: '0.00',
  rateGainLRD: null,
  otherTillId: null,
  reasonId: null,
  reason: null,
  userName: 'Fatu',
  approvedBy: null,
  forUserName: null,
  status: 'done',
  correctsId: null,
  forEarlierShifts: false,
  businessDay: '2026-11-21',
  hour: 20,
  at: new Date(2026, 10, 21, 20, 15).toISOString(),
  balanceUSD: null,
  balanceLRD: null,
  ...more,
});

export const MOMO_SEEN: ShiftReference = {
  paymentId: 31,
  index: 1,
  at: new Date(2026, 10, 21, 20, 31).toISOString(),
  name: 'MTN MoMo',
  currency: 'LRD',
  amount: '380.00',
  reference: '884213A',
  userName: 'Musa',
  ticked: false,
  tickedBy: null,
};

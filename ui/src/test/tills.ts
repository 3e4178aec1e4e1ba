/** Enrolled devices and who may sign in on them, for tests. */
import { keepTill } from '../api/till';
import type { Device, PersonHere, SessionInfo } from '../api/types';

export const BAR_TABLET: Device = {
  id: 1,
  name: 'Bar tablet',
  kind: 'till',
  userIds: null,
  tillId: null,
  stationIds: [],
  mirrorsDeviceId: null,
  lockAfter: 90,
  lockAfterSale: false,
  status: 'active',
  enrolledAt: '2026-11-20T18:00:00Z',
  enrolledBy: 'sarah',
  lastSeenAt: '2026-11-20T20:42:00Z',
  lastUserName: 'musa',
};

export const MUSA: PersonHere = {
  userId: 3,
  name: 'Musa',
  role: 'bartender',
  pinStatus: 'set',
  waitSeconds: 0,
};
export const SARAH: PersonHere = { ...MUSA, userId: 2, name: 'Sarah', role: 'manager' };

export const ownDevice = (people: PersonHere[] = [MUSA, SARAH], device: Partial<Device> = {}) => ({
  device: { ...BAR_TABLET, ...device },
  people,
});

/** The phone knows already that it is a till device. */
export function knowTill(people: PersonHere[] = [MUSA, SARAH], device: Partial<Device> = {}): void {
  keepTill({ ...ownDevice(people, device), at: Date.now() });
}

export const deviceSession = (more: Partial<SessionInfo> = {}): SessionInfo => ({
  kind: 'device',
  deviceId: 1,
  deviceName: 'Bar tablet',
  lockAfter: 90,
  lockAfterSale: false,
  passwordUntil: null,
  wrongTries: 0,
  wrongTriesSince: null,
  ...more,
});

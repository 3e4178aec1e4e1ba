/** The API calls and the form of the bar's devices. */
import { at } from '../../../api/calls';
import { del, patch, post, type WriteOptions } from '../../../api/http/client';
import type { Device, DeviceBody } from '../../../api/types';
import { form as words } from './strings';

export const DEVICES = '/api/devices';
export const NAMES = '/api/users/names';
export const AFTER_DEVICE = [DEVICES] as const;
/** How long an enrolment code and a PIN reset code work. The box's clock may differ from the phone's. */
export const CODE_MS = 10 * 60_000;

const LOCK_MIN = 15;
const LOCK_MAX = 900;

export const makeCode = (body: DeviceBody, options: WriteOptions) =>
  post('/api/devices/codes', body, options);

export const changeDevice = (
  { id, ...body }: Partial<DeviceBody> & { id: number },
  options: WriteOptions,
): Promise<Device> => patch(at('/api/devices/{id}', { id }), body, options);

export const unlockDevice = (id: number, options: WriteOptions) =>
  changeDevice({ id, status: 'active' }, options);

export const revokeDevice = (id: number, options: WriteOptions) =>
  del(at('/api/devices/{id}', { id }), undefined, options);

export const makeResetCode = (id: number, options: WriteOptions) =>
  post(at('/api/users/{id}/pin-reset', { id }), undefined, options);

export interface DeviceForm {
  name: string;
  who: 'everybody' | 'chosen';
  userIds: number[];
  /** The id of its till; '' for none. */
  tillId: string;
  /** Seconds, as typed. */
  lockAfter: string;
  lockAfterSale: boolean;
}

export const NEW_DEVICE: DeviceForm = {
  name: '',
  who: 'everybody',
  userIds: [],
  tillId: '',
  lockAfter: '',
  lockAfterSale: false,
};

export function formOf(device: Device): DeviceForm {
  return {
    name: device.name,
    who: device.userIds ? 'chosen' : 'everybody',
    userIds: device.userIds ?? [],
    tillId: String(device.tillId ?? ''),
    lockAfter: String(device.lockAfter),
    lockAfterSale: device.lockAfterSale,
  };
}

export type DeviceErrors = Partial<Record<'name' | 'userIds' | 'tillId' | 'lockAfter', string>>;

export function checkDevice({ name, who, userIds, lockAfter }: DeviceForm): DeviceErrors {
  const errors: DeviceErrors = {};
  if (name.trim() === '') errors.name = words.nameMissing;
  if (who === 'chosen' && userIds.length === 0) errors.userIds = words.chosenMissing;
  if (lockAfter.trim() !== '' && !isLockTime(Number(lockAfter))) errors.lockAfter = words.lockAfterWrong;
  return errors;
}

const isLockTime = (seconds: number) =>
  Number.isInteger(seconds) && seconds >= LOCK_MIN && seconds <= LOCK_MAX;

export function bodyOf({ name, who, userIds, tillId, lockAfter, lockAfterSale }: DeviceForm) {
  return {
    name: name.trim(),
    userIds: who === 'everybody' ? null : userIds,
    tillId: tillId === '' ? null : Number(tillId),
    lockAfter: lockAfter.trim() === '' ? null : Number(lockAfter),
    lockAfterSale,
  };
}

/** What is sent of a device that is enrolled. */
export function newDeviceOf(form: DeviceForm) {
  const { tillId, ...body } = bodyOf(form);
  return { ...body, ...(tillId !== null && { tillId }), kind: 'till' as const };
}

/** Only what was changed, so that two managers can change one device at the same time. */
export function changesOf(form: DeviceForm, before: DeviceForm): Partial<ReturnType<typeof bodyOf>> {
  const stored = bodyOf(before);
  const changed = Object.entries(bodyOf(form)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(stored[field as keyof typeof stored]),
  );
  return Object.fromEntries(changed);
}

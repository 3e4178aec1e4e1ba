/** Words of the settings about people. */
import type { TipMode } from '../../../api/types';

export const words = {
  staff: 'Staff',
  clock: 'Staff clock in and out',
  clockHint: 'Everybody finds it in the account menu: My hours and tips. Being clocked out blocks nothing.',
  clockOn: 'Staff clock in and out',
  clockOff: 'The clock is off',
  breaksPaid: 'Breaks are paid',
  breaksPaidOn: 'Breaks are paid from now on',
  breaksPaidOff: 'Breaks are not paid from now on',
  freeText: 'Reasons may be written',
  freeTextHint: 'Off: staff choose a reason of the list. The list is under',
  freeTextOn: 'Reasons may be written',
  freeTextOff: 'Reasons are chosen from the list',
  tips: 'Tips',
  tipsHint: 'A pool is shared by paid hours under Staff, Tips.',
  tipsSaved: {
    off: 'No tips are taken',
    person: 'A tip belongs to one person',
    pool: 'Tips go into the pool',
  },
  sheets: 'Managers read and issue truth sheets',
  sheetsOn: 'Managers read truth sheets',
  sheetsOff: 'Only admins read truth sheets',
};

export const TIP_MODES: readonly { value: TipMode; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'person', label: 'Each person' },
  { value: 'pool', label: 'One pool' },
];

export const rows = {
  accounts: 'Accounts',
  accountsHint: 'Who may sign in',
  andMore: (names: string, more: number) => `${names} and ${more} more`,
  pins: 'PINs',
  pinsHint: 'For signing in on an enrolled device',
  noPin: (name: string) => `${name} has none yet`,
  of: (some: number, all: number) => `${some} of ${all}`,
  devices: 'Devices',
  devicesHint: 'Tablets and phones of the bar, with PINs',
  hours: 'Hours',
  hoursHint: 'Who worked when',
  tips: 'Tips',
  tipsHint: { person: 'each person their own', pool: 'shared by hours' },
  approvals: 'Approvals',
  approvalsHint: 'What bartenders ask for',
  ask: (count: number) => `${count} ask`,
  reasons: 'Reasons',
  reasonsHint: 'For voids, gifts and pay-outs',
  exceptions: 'Exceptions',
  exceptionsHint: 'Voids, discounts and more, by person',
};

/** Words of the settings about people. */
import type { TipMode } from '../../../api/types';

export const words = {
  title: 'People',
  staff: 'Staff',
  clock: 'Staff clock in and out',
  clockHint: 'Everybody finds it in the account menu: My hours and tips. Being clocked out blocks nothing.',
  clockOn: 'Staff clock in and out',
  clockOff: 'The clock is off',
  breaksPaid: 'Breaks are paid',
  breaksPaidOn: 'Breaks are paid from now on',
  breaksPaidOff: 'Breaks are not paid from now on',
  freeText: 'Reasons may be written',
  freeTextHint: 'Off: staff choose a reason of the list. The list is under Staff.',
  freeTextOn: 'Reasons may be written',
  freeTextOff: 'Reasons are chosen from the list',
  tips: 'Tips',
  tipsHint: 'A pool is shared by paid hours under Staff, Tips.',
  tipsSaved: {
    off: 'No tips are taken',
    person: 'A tip belongs to one person',
    pool: 'Tips go into the pool',
  },
};

export const TIP_MODES: readonly { value: TipMode; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'person', label: 'Each person their own' },
  { value: 'pool', label: 'One pool for all' },
];

/** Words of the cash drawer's screen; those of counting and moving cash are in parts/drawer. */
import { formatTime } from '../../lib/format';

/** Of opening the drawer without a sale. */
export const words = {
  title: 'Open Drawer',
  open: 'Open Drawer',
  opening: 'Opening…',
  cancel: 'Cancel',
  opens: 'The drawer opens',
  noted: 'Recorded in the audit log',
  failed: 'The drawer could not be opened',
};

export const screen = {
  title: 'Drawer',
  off: 'Tills are switched off',
  none: 'There is no till for you',
  till: 'Till',
  loadFailed: 'The drawer could not be loaded',
  noShift: 'No shift is open',
  openShift: 'Open Shift',
  openFailed: 'The shift could not be opened',
  opened: 'The shift is open',
  openSince: (at: string, name: string) => `Open since ${formatTime(at)}, ${name}`,
  shouldBe: 'Should be',
  openedWith: 'Opened with',
  openedWithAmount: (amount: string) => `opened with ${amount}`,
  blind: 'The count is blind: count what you find.',
  countAndClose: 'Count and Close',
  handOver: 'Hand Over',
  done: 'Done',
};

/** Of cash that several tills could take. */
export const which = {
  title: 'Which till?',
  detail: 'This phone keeps the answer. Change it under Drawer.',
};

/** Of what is printed after a count. */
export const paper = {
  show: (z: string) => `Show ${z}`,
  print: 'Print',
  printSlip: 'Print count slip',
  printing: 'It is printing',
  failed: 'It could not be printed',
};

/** Of opening a shift. */
export const opening = {
  floatFrom: 'Float from',
  noFloat: 'No float',
  floatHint: 'It is part of what you counted.',
  floatUSD: 'Float USD',
  floatLRD: 'Float LRD',
  responsible: 'Responsible',
  me: 'Me',
};

export const banners = {
  till: 'Till',
  noTill: 'No shift is open. Cash is booked without a till.',
  openFirst: 'No shift is open. Open one before you take cash.',
  tookOver: (till: string, amounts: string) => `You took over ${till}: ${amounts}.`,
  confirm: 'Confirm',
  confirmed: 'Confirmed',
  confirmFailed: 'This was not confirmed',
  countAgain: 'Count again',
  counting: (name: string, till: string) => `${name} is counting ${till}. Selling goes on.`,
  openLong: (till: string, since: string) => `${till} has been open since ${since}.`,
};

export const safe = {
  count: 'Count Safe',
  counted: 'Counted',
  failed: 'The count was not saved',
};

export const money = {
  title: 'Mobile money',
  none: 'No mobile money in this shift',
  failed: 'Mobile money could not be loaded',
  seen: 'Seen on our phone',
  seenOf: (seen: number, all: number) => `${seen} of ${all} seen`,
  tickFailed: 'This was not saved',
  earlier: 'Of earlier shifts',
  notSeen: (count: number) => (count === 0 ? 'all seen' : `${count} not seen`),
};

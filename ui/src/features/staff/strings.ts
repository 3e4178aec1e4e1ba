/** Words of the Staff screen. */
import type { ReasonKind } from '../../api/types';
import { formatTime } from '../../lib/format';

export const words = {
  title: 'Staff',
  tabs: 'Parts of Staff',
};

export const tabNames = {
  devices: 'Devices',
  hours: 'Hours',
  exceptions: 'Exceptions',
  tips: 'Tips',
  approvals: 'Approvals',
  reasons: 'Reasons',
};

/** What can be done with a report. */
export const report = {
  print: 'Print',
  printed: 'The report is printing',
  printFailed: 'The report could not be printed',
  onThisDevice: 'On this device',
  csv: 'CSV',
  csvFailed: 'The file could not be made',
};

export const hours = {
  loadFailed: 'The hours could not be loaded',
  none: 'No hours yet',
  off: 'Your staff do not clock in yet.',
  switchOn: 'Switch it on in Settings',
  askAdmin: 'An admin switches it on in Settings, People.',
  people: 'Hours by person',
  person: 'Person',
  worked: 'Worked',
  breaks: 'Breaks',
  paid: 'Paid',
  total: 'Total',
  notStamped: (count: number) => `${count} not stamped`,
  /** Their time counts from the moment they clock out. */
  since: (inAt: string) => `since ${formatTime(inAt)}`,
  correct: 'Correct Hours',
  correctOf: (name: string) => `Correct hours of ${name}`,
  inAt: 'Clocked in',
  outAt: 'Clocked out',
  breakMinutes: 'Break (minutes)',
  reason: 'Reason',
  save: 'Save Hours',
  cancel: 'Cancel',
  corrected: 'Hours corrected',
  correctFailed: 'The hours could not be corrected',
  earlier: 'Before the correction',
  timeRequired: 'Please enter when the work began',
  outRequired: 'Please enter when the work ended',
  outBeforeIn: 'Work ends after it begins',
  breakWrong: 'Please enter whole minutes',
  reasonRequired: 'Reason is required',
};

export const exceptions = {
  loadFailed: 'The exceptions could not be loaded',
  none: 'Nothing to report',
  people: 'Exceptions by person',
  intro: 'What happened, counted for who asked for it. Much of it is part of a good night.',
  nothingOf: (names: string) => `Nothing to report of ${names}.`,
};

export const tips = {
  loadFailed: 'The tips could not be loaded',
  none: 'No tips yet',
  off: 'Your bar takes no tips.',
  switchOn: 'Switch them on in Settings',
  askAdmin: 'An admin switches them on in Settings, People.',
  people: 'Tips by person',
  person: 'Person',
  earned: 'Earned',
  paid: 'Paid out',
  due: 'Due',
  pool: 'Pool',
  poolHint: 'By paid hours of the day, in whole dollars. What is left over starts the next pool.',
  day: 'Day',
  share: 'Share',
  shared: 'Tips shared',
  shareFailed: 'The tips were not shared',
  left: (amount: string) => `${amount} left for the next pool`,
  payOut: 'Pay out',
  payOutTo: (name: string) => `Pay out to ${name}`,
  amountUSD: 'Amount USD',
  amountLRD: 'Amount LRD',
  dueNow: (amount: string) => `Due: ${amount}`,
  inNotes: 'The amounts below are what your notes can pay. What is left over stays due.',
  paidOut: 'Tips paid out',
  payOutFailed: 'The tips were not paid out',
  noAmount: 'Please enter an amount',
  cancel: 'Cancel',
};

export const reasons = {
  loadFailed: 'The reasons could not be loaded',
  intro:
    'What staff choose from when they void, discount or open the drawer. A record keeps the reason as it was.',
  add: 'Add Reason',
  addTitle: 'Add Reason',
  editTitle: 'Edit Reason',
  edit: (name: string) => `Edit ${name}`,
  kind: 'Used for',
  name: 'Name',
  active: 'Offered to choose',
  activeHint: 'Off hides it. Records that have it keep it.',
  returnStock: 'Goods go back to stock',
  returnStockHint: 'What Return to stock says when this reason is chosen.',
  noteRequired: 'Asks for a note',
  nameRequired: 'Name is required',
  hidden: 'Hidden',
  returns: 'Back to stock',
  noted: 'With a note',
  save: 'Save Changes',
  saving: 'Saving…',
  cancel: 'Cancel',
  added: 'Reason added',
  changed: 'Reason saved',
  failed: 'The reason could not be saved',
};

/** The kinds of reasons, in the order of the list. */
export const reasonKinds: Record<ReasonKind, string> = {
  void: 'Voids and refunds',
  discount: 'Discounts',
  comp: 'On the house',
  waste: 'Waste',
  walk_out: 'Walk-outs',
  pay_out: 'Pay-outs',
  no_sale: 'Drawer without a sale',
  guest_refusal: 'Guest orders refused',
};

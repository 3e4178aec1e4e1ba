/** Words of the truth sheet. */
import type { SheetRowKind } from '../../../api/types';
import { formatDate, formatTime } from '../../../lib/format';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `Fri 20 Nov 2026` */
export const nightName = (day: string) => `${WEEKDAYS[new Date(`${day}T00:00`).getDay()]} ${formatDate(day)}`;

export const words = {
  title: 'Truth sheet',
  before: 'The night before',
  after: 'The night after',
  provisional: 'Provisional',
  versions: 'Sheets of this night',
  issued: (number: string, at: string, by: string) => `${number} · issued ${formatTime(at)} by ${by}`,
  loadFailed: 'The sheet could not be loaded',
  forbidden: 'In this bar only admins read truth sheets.',
  empty: 'Nothing was sold that night',
  issue: 'Issue sheet',
  issuing: 'Issuing…',
  issueDone: (number: string) => `${number} is issued`,
  issueFailed: 'The sheet could not be issued',
  whatsApp: 'Send by WhatsApp',
  share: 'Share',
  copy: 'Copy text',
  copied: 'Text copied',
  byHand: 'The text is selected: copy it with your phone',
  message: 'Message',
  check: 'Check a sheet',
  code: 'Check',
};

/** Headings and labels of the parts. */
export const parts = {
  left: 'Left tonight',
  leftNote: 'Before wages, rent and other bills',
  cost: 'Cost of goods',
  given: 'Given away, wasted',
  tax: 'Tax in the prices',
  paidOut: 'Paid out',
  unknownCost: (amount: string) =>
    `The cost of ${amount} of sales is not known: less is left than this says.`,
  sold: 'Sold',
  receipts: 'Receipts',
  pricedUSD: 'Priced in dollars',
  pricedLRD: 'Priced in Liberian dollars',
  money: 'Money kept',
  method: 'Method',
  change: 'Change given',
  rounding: 'Rounding',
  tips: 'Tips',
  drawer: 'Drawer',
  notCounted: 'No drawer was counted',
  expected: 'Should be',
  counted: 'Counted',
  over: 'Over',
  short: 'Short',
  right: 'Right',
  credit: 'Credit',
  newCredit: 'New credit',
  collected: 'Old credit collected',
  owed: 'Owed in all',
  exceptions: 'Not paid, taken back, given away',
  what: 'What',
  times: 'Times',
  worth: 'Worth',
  stock: 'Stock',
  soldOut: 'Sold out',
  missing: 'Missing',
  loss: (bottles: string, name: string) => `${bottles} ${name}`,
  wasted: 'Wasted',
  empties: 'Empties owed',
  people: 'Hours and people',
  hours: 'Hours',
  notStamped: (count: number) => `${count} not stamped`,
  approvals: 'Approvals',
  decided: (granted: number, refused: number) => `${granted} granted, ${refused} refused`,
  pinResets: 'PIN resets',
  wrongPins: 'Wrong PINs',
  noSales: 'No sales',
  reprints: 'Reprints',
  box: 'Box',
  starts: 'Starts',
  clockJumps: 'Clock jumps',
  lastBackup: 'Last backup',
  notPrinted: 'Not printed',
};

export const rowWords: Record<SheetRowKind, string> = {
  open_orders: 'Open orders',
  bills_different: 'Different from the bill',
  billed: 'Bill printed, not paid',
  walk_outs: 'Walk-outs',
  removed_sent: 'Sent items taken off',
  after_bill: 'Taken off after the bill',
  voids: 'Voids',
  comps: 'On the house',
  discounts: 'Discounts',
  timed_prices: 'Timed prices',
};

export const categoryWords: Record<string, string> = {
  drinks: 'Drinks',
  food: 'Food',
  cigars: 'Cigars',
  uncategorized: 'Other',
};

export const checkWords = {
  title: 'Check a sheet',
  paste: 'Paste the message',
  check: 'Check',
  checking: 'Checking…',
  empty: 'Please paste the message',
  genuine: (number: string) => `Genuine: ${number}`,
  genuineGone: 'Genuine, but the box no longer has this sheet',
  changed: (real: string) => `Changed: the box says "${real}"`,
  added: 'Changed: the box does not say this',
  changedTitle: 'Changed',
  foreign: 'Not from this box',
  sent: 'Sent',
  nothingSent: 'Nothing',
  issued: (at: string, by: string) => `Issued ${formatTime(at)} by ${by}`,
  sheet: (number: string, at: string, by: string) => `${number}, issued ${formatTime(at)} by ${by}`,
  outdated: 'There is a newer sheet of this night.',
  failed: 'The message could not be checked',
};

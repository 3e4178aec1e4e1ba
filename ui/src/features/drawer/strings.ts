/** Words of the cash drawer: its screen, counting it, and what is put in and taken out. */
import type { CashMovement } from '../../api/types';
import { formatRate, formatTime } from '../../lib/format';

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
  usd: 'US dollars',
  lrd: 'Liberian dollars',
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
  noTill: 'No shift is open. Cash is booked without a till.',
  openFirst: 'No shift is open. Open one before you take cash.',
  tookOver: (till: string, amounts: string) => `You took over ${till}: ${amounts}.`,
  confirm: 'Confirm',
  confirmed: 'Confirmed',
  confirmFailed: 'This was not confirmed',
  countAgain: 'Count again',
  counting: (name: string, till: string) => `${name} is counting ${till}. Selling goes on.`,
  openLong: (till: string, since: string) => `${till} has been open since ${since}.`,
  transfer: (name: string) => `Transfer from ${name}: count and accept it.`,
  accept: 'Accept',
  accepted: 'Transfer accepted',
  acceptFailed: 'The transfer was not accepted',
};

export const count = {
  title: 'Count Drawer',
  currency: 'Currency',
  less: (piece: string) => `One less ${piece}`,
  more: (piece: string) => `One more ${piece}`,
  coin: (value: string) => `${value} coin`,
  amountUSD: 'Amount USD',
  amountLRD: 'Amount LRD',
  badNotes: 'Bad notes',
  badDetail: 'What they are worth. They are not part of your count.',
  torn: 'Torn',
  false: 'False',
  afterwards: 'After the count',
  leaveUSD: 'Leave in drawer USD',
  leaveLRD: 'Leave in drawer LRD',
  restTo: 'Rest goes to',
  handTo: 'Hand over to',
  nobody: 'Nobody',
  confirms: (name: string, amounts: string) => `${name} confirms ${amounts} on their own sign-in.`,
  submit: 'Submit Count',
  submitting: 'Submitting…',
  stop: 'Stop counting',
  failed: 'The count was not saved',
  cameIn: (payments: number) =>
    payments === 1
      ? '1 cash payment came in since you began. Is it in your count?'
      : `${payments} cash payments came in since you began. Are they in your count?`,
  yesSubmit: 'Yes, submit',
  noAgain: 'No, count again',
  onceMore: 'Please count once more',
  onRecord: 'The first count stays on record.',
  both: 'Count both currencies',
  noAmount: 'Please enter an amount',
  tooMuch: 'More than was counted',
  chooseNext: 'Please choose who takes over',
  thanks: 'Counted, thank you',
  short: (amount: string) => `Short ${amount}`,
  over: (amount: string) => `Over ${amount}`,
  exact: 'Exact',
  shouldBe: (amount: string) => `should be ${amount}`,
  yours: 'Your count',
  left: (till: string) => `Left in ${till}`,
  moved: (till: string) => `To ${till}`,
};

export const safe = {
  count: 'Count Safe',
  counted: 'Counted',
  failed: 'The count was not saved',
};

export const moves: Record<CashMovement['kind'], string> = {
  pay_out: 'Pay Out',
  pay_in: 'Pay In',
  drop: 'Drop to Safe',
  exchange: 'Exchange',
  float: 'Float',
  transfer: 'Transfer',
  tip_out: 'Tip Out',
  no_sale: 'Open Drawer',
  correction: 'Correction',
  count: 'Count',
  bank: 'To the bank',
  owner: 'To the owner',
};

export const move = {
  amountUSD: 'Amount USD',
  amountLRD: 'Amount LRD',
  way: 'Which way',
  dollarsOut: 'Dollars out',
  dollarsIn: 'Dollars in',
  usdOut: 'Dollars out, $',
  lrdIn: 'Liberian dollars in, L$',
  usdIn: 'Dollars in, $',
  lrdOut: 'Liberian dollars out, L$',
  even: (rate: number) => `At ${formatRate(rate)}: even`,
  atRate: (rate: number, amount: string) => `At ${formatRate(rate)}: ${amount}`,
  under: (amount: string) => `${amount} under the rate`,
  over: (amount: string) => `${amount} over the rate`,
  from: 'From',
  to: 'To',
  whose: 'Tips of',
  cancel: 'Cancel',
  saving: 'Saving…',
  failed: 'This was not saved',
  noAmount: 'Please enter an amount',
  noReason: 'Reason is required',
  reason: 'Reason',
  noPerson: 'Please choose whose tips these are',
  noPin: 'PIN is required',
  pin: 'PIN of this person',
  noTill: 'Please choose a till',
  choose: 'Please choose',
  saved: 'Recorded',
};

export const list = {
  title: 'Movements',
  none: 'No movements yet',
  failed: 'The movements could not be loaded',
  correct: 'Correct',
  correctTitle: (what: string) => `Correct ${what}`,
  correctDetail: 'The same amounts are booked the other way.',
  corrected: 'Corrected',
  offered: 'Waits to be accepted',
  tipsOf: (name: string) => `for ${name}`,
};

export const money = {
  title: 'Mobile money',
  none: 'No mobile money in this shift',
  failed: 'Mobile money could not be loaded',
  seen: 'Seen on our phone',
  seenOf: (seen: number, all: number) => `${seen} of ${all} seen`,
  tickFailed: 'This was not saved',
};

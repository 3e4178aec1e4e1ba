/** Texts of the table service screen and its dialogs: tables, orders, new orders, items, payment, credit, cancelling and voiding. */
import type { OrderStatus, OrderType, PaymentStatus } from '../../api/types';

export const words = {
  title: 'Drinks Service',
  newOrder: 'New Drink Order',
  /** Under the title: '7 open · $225.00 · L$42,750' */
  open: (count: number) => `${count} open`,
  quick: 'Quick Drink Orders',
  popular: 'Popular',
  out: 'Out',
  ofStock: ' of Stock',
  noDrinks: 'No drinks yet',
  productsFailed: 'The products could not be loaded',
};

export const tables = {
  title: 'Restaurant Tables',
  seats: ' seats',
  occupy: 'Occupy',
  free: 'Free',
  none: 'No tables yet',
  failed: 'Failed to update table status',
  loadFailed: 'The tables could not be loaded',
  freeQuestion: (table: string) => `Free ${table}?`,
  freeDetail: (name: string, amount: string) => `The order of ${name} is not paid: ${amount}`,
  freeAction: 'Free table',
  /** The name of a button: 'Occupy Table 1' */
  labelOf: (label: string, table: string) => `${label} ${table}`,
  area: 'Area',
  allAreas: 'All',
  view: 'View',
  views: { bills: 'Bills', seats: 'Seats' },
  ready: 'Ready',
  more: (count: number) => ` +${count}`,
  minutes: (count: number) => (count < 60 ? `${count} min` : `${Math.floor(count / 60)} h ${count % 60}`),
  paid: 'Paid',
  empty: 'Empty',
  nothingOpen: 'Nothing is open at this table',
  nothingOn: 'Nothing is on this order',
  /** Which order of the table, when there are several. */
  orders: 'Orders',
  round: (number: number) => `Round ${number}`,
  addItems: 'Add items',
  pay: 'Pay',
  bill: 'Bill',
  split: 'Split',
};

export const orders = {
  title: 'Active Drink Orders',
  show: 'Show',
  open: 'Open',
  mine: 'Mine',
  none: 'No drink orders found',
  loadFailed: 'The orders could not be loaded',
  failed: 'Failed to update order status',
  step: (at: number, status: string) => `Step ${at} of 4: ${status}`,
  onCredit: 'On Credit',
  onTab: (name: string) => `On ${name}'s tab`,
  openTab: 'Open tab',
  total: 'Total',
  paid: 'Paid',
  change: 'Change given',
  due: 'Payment due',
  discount: 'Discount',
  approvedBy: (name: string) => `approved by ${name}`,
  cancelled: (reason: string) => `Cancelled: ${reason}`,
  cancelledStatus: 'Cancelled',
  payment: 'Payment',
  attach: 'Attach to Credit',
  editItems: 'Edit Items',
  receipt: 'Receipt',
  bill: 'Bill',
  split: 'Split',
  more: 'More',
  /** The name of '…': 'More for Table 4' */
  moreFor: (title: string) => `More for ${title}`,
  /** The list of all bills that were shown. */
  bills: 'Bills',
  billed: 'Billed',
  changedAfterBill: 'Changed after the bill',
  billOf: (index: number, count: number) => `Bill ${index} of ${count}`,
  partsPaid: (paid: number, of: number) => `Part ${paid} of ${of} paid`,
  walkOut: 'Walk-out',
  servedBy: (name: string) => `Served by ${name}`,
};

export const ORDER_TYPES: readonly { value: OrderType; label: string }[] = [
  { value: 'dine_in', label: 'Dine In' },
  { value: 'takeout', label: 'Takeout' },
  { value: 'delivery', label: 'Delivery' },
];

export const PAYMENT_STATUS: Record<PaymentStatus, string> = {
  paid: 'Paid',
  partial: 'Partial',
  unpaid: 'Unpaid',
};

/** The button for each next status. */
export const NEXT_LABEL: Partial<Record<OrderStatus, string>> = {
  preparing: 'Start Preparing',
  ready: 'Mark Ready',
  served: 'Mark Served',
};

export const newOrder = {
  title: 'New Drink Order',
  name: 'Customer Name',
  nameRequired: 'Customer name is required',
  /** The line that opens name, phone, type and notes. */
  details: 'Name and note',
  /** Under the name of the table. */
  at: (seats: number) => `New Drink Order · ${seats} seats`,
  phone: 'Phone (optional)',
  type: 'Order Type',
  table: 'Table',
  noTable: 'No table',
  guests: 'Guests',
  guestsWrong: 'Between 1 and 200',
  notes: 'Notes (optional)',
  select: 'Select Drinks',
  items: 'Selected items',
  itemsHint: 'Select at least one item',
  allSelected: (count: number) => `all ${count} selected`,
  mixed: 'Mixed currency total converted to USD',
  selected: (count: number) => `${count} item(s) selected`,
  total: 'Total',
  cancel: 'Cancel',
  create: 'Create Drink Order',
  creating: 'Saving…',
  created: 'Order created',
  savedBefore: 'Your last order went through. These items are not ordered yet.',
  failed: 'Failed to create order',
  noAnswer: 'The box did not answer. Tap Create Drink Order again; it cannot be ordered twice.',
  unanswered:
    'We are not sure the last order arrived. Tap Create Drink Order again; it cannot be ordered twice.',
  pricesChanged: 'Prices have changed. Check the total and try again.',
  rateChanged: (line: string) => `The rate has changed: ${line}. Check the total and try again.`,
  updated: 'Selection updated',
  removed: 'Removed from the order.',
};

export const picker = {
  title: 'Select Drinks',
  done: 'Done',
};

export const editItems = {
  title: 'Edit Items',
  addTitle: 'Add items',
  /** The folded line: 'On the order · 5 · $18.50' */
  folded: (count: number, amount: string) => `On the order · ${count} · ${amount}`,
  fresh: (count: number) => `${count} new`,
  empty: 'Nothing is on this order',
  remove: 'Remove',
  removeFailed: 'The item could not be removed',
  changeFailed: 'The item could not be changed',
  removed: (item: string) => `${item} removed`,
  undo: 'Undo',
  undoFailed: 'It could not be put back',
  removeQuestion: (item: string) => `Take off ${item}?`,
  takeOff: 'Take off',
  keep: 'Keep',
  toStock: 'Return to stock',
  note: 'Note',
  addNote: 'Add note',
  noteHint: 'Printed on the ticket',
  saveNote: 'Save',
  noteFailed: 'The note could not be saved',
  add: 'Send',
  addFailed: 'The items could not be added',
  noAnswer: 'The box did not answer. Tap Send again; nothing is added twice.',
  added: 'Added to the order',
};

export const cancel = {
  action: 'Cancel Order',
  question: 'Cancel this order?',
  detail: 'Everything on it goes back to stock.',
  failed: 'Failed to update order status',
  done: 'Order cancelled',
};

export const voiding = {
  action: 'Void Order',
  question: 'Void this order?',
  detail: 'What was paid is given back. The sales are removed from the totals.',
  failed: 'The order could not be voided',
  done: 'Order voided',
};

export const payment = {
  title: 'Process Payment',
  splitBill: 'Split Bill',
  servedBy: (name: string) => `served by ${name}`,
  freeTable: 'Free table',
  stay: 'Guests stay, keep the table',
  part: (part: number, of: number) => `Part ${part} of ${of}`,
  process: 'Process Payment',
  failed: 'Payment failed. Please try again.',
  unanswered:
    'We are not sure the last payment arrived. Tap Process Payment again; it cannot be taken twice.',
  paidMeanwhile: 'This order is paid.',
  cancelledMeanwhile: 'This order was cancelled.',
  onCredit: (name: string) => `This order is on ${name}'s tab. Take the money there.`,
  openTabs: 'Open Tabs',
};

export const attach = {
  title: 'Attach to Credit',
  action: 'Attach to Credit',
  pending: 'Attaching…',
  cancel: 'Cancel',
  failed: 'Failed to attach to credit. Please try again.',
  noAnswer: 'The box did not answer. Tap Attach to Credit again; it cannot be attached twice.',
  done: 'Added to Credit',
};

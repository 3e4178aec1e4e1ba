/** Words of a bar's page. */
import { formatCount } from '../../../lib/format';

export const words = {
  back: 'All bars',
  unknown: 'There is no such bar',
  byHour: 'By hour',
  products: 'Top products',
  people: 'Staff',
  takings: 'Takings',
  shifts: 'Shifts',
  open: 'Open',
  stock: 'Low stock',
  exceptions: 'Voids and discounts',
  noSales: 'No sales in this period',
  noTakings: 'No takings in this period',
  noShifts: 'No shifts',
  nothingOpen: 'Nothing is open',
  nothingLow: 'Nothing is low',
  noExceptions: 'No voids or discounts',
  sold: (count: number) => `${formatCount(count)} sold`,
  receipts: (count: number) => `${formatCount(count)} ${count === 1 ? 'receipt' : 'receipts'}`,
  times: (count: number) => (count === 1 ? 'once' : `${formatCount(count)} times`),
  hour: (hour: number) => `${((hour + 11) % 12) + 1} ${hour % 24 < 12 ? 'AM' : 'PM'}`,
  inCurrency: (method: string, currency: 'USD' | 'LRD') => `${method}, ${currency === 'USD' ? 'US$' : 'L$'}`,
};

export const methods: Record<string, string> = {
  cash: 'Cash',
  card: 'Card',
  mobile: 'Mobile',
  digital: 'Digital Payment',
  check: 'Check',
  mixed: 'Mixed',
};

export const exceptionKinds: Record<string, string> = {
  void: 'Void',
  discount: 'Discount',
  comp: 'Comp',
  waste: 'Waste',
  walk_out: 'Walk-out',
  refund: 'Refund',
  exchange_loss: 'Lost in exchange',
  exchange_gain: 'Gained in exchange',
  negative_cash: 'Till below zero',
  no_sale: 'No sale',
};

export const box = {
  title: 'The box',
  loadFailed: 'The box could not be looked up',
  state: 'State',
  lastSeen: 'Last heard',
  newest: 'Newest entry',
  position: 'Entries here',
  version: 'Version',
  day: 'Day starts',
  rate: 'Rate',
  name: 'Name of the bar',
  rename: 'Save Name',
  renamed: 'Name saved',
  renameFailed: 'The name could not be saved',
  nameMissing: 'Please enter a name',
  replace: 'Replace the box',
  revoke: 'Revoke the box',
  books: 'Download the books',
  fileForBox: 'File for the box',
  paired: (at: string) => `Connected ${at}`,
  heard: (at: string) => `Last heard ${at}`,
  noBox: 'No box is connected',
  counts: 'Counts',
  beside: 'Does not count',
  revokeOf: (box: string) => `Revoke the box ${box}`,
  revokeQuestion: (bar: string) => `Revoke the box of ${bar}?`,
  revokeDetail:
    'This is final. The box sells on, but head office hears nothing of it until it is connected again with a new code.',
  revokedDone: 'The box is revoked',
  revokeFailed: 'The box could not be revoked',
};

export const entries = {
  title: 'Entries',
  search: 'Search',
  find: 'Find',
  loadFailed: 'The entries could not be loaded',
  none: 'No entries',
  end: 'First entry of this history',
};

export const lines = {
  title: 'Histories',
  loadFailed: 'The histories could not be loaded',
  state: { current: 'Counts', ended: 'Ended', beside: 'Beside' },
  began: (at: string) => `Since ${at}`,
  box: (box: string) => `Box ${box}`,
  see: 'See the entries',
  seeOf: (began: string) => `See the entries since ${began}`,
  entries: (from: number, to: number) => `Entries ${formatCount(from)} to ${formatCount(to)}`,
  hereOnly: (entries: number, receipts: number, revenue: string) =>
    `Known here only: ${formatCount(entries)} ${entries === 1 ? 'entry' : 'entries'}, ${formatCount(receipts)} ${
      receipts === 1 ? 'receipt' : 'receipts'
    }, ${revenue}`,
  use: 'Use these books',
  useOf: (began: string) => `Use these books, since ${began}`,
  download: (began: string) => `Download the entries since ${began}`,
  question: (bar: string) => `Use these books for ${bar}?`,
  detail: (began: string) =>
    `The figures of the history that began ${began} count from now on. The one that counts today is kept beside.`,
  used: 'These books count now',
  failed: 'These books could not be used',
};

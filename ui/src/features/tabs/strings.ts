/** Words of the list of who owes, of a customer's sheet, and of taking the money. */
import type { PaymentStatus } from '../../api/types';
import { formatCount } from '../../lib/format';

const some = (count: number, one: string, more: string) =>
  `${formatCount(count)} ${count === 1 ? one : more}`;

export const STATUS: Record<PaymentStatus, string> = {
  unpaid: 'Unpaid',
  partial: 'Partial',
  paid: 'Paid',
};

export const words = {
  show: 'Show',
  searchHint: 'Search name, phone or product',
  noMatch: (query: string) => `Nothing found for “${query}”`,
  showAll: 'Show all',
  items: (count: number) => some(count, 'item', 'items'),
  noPhone: 'No phone',
  today: 'Today',
  oldest: (age: string) => `oldest ${age}`,
  paidAt: (time: string) => `paid ${time}`,
  partly: (amount: string) => `${amount} paid`,
};

export const sheet = {
  paidInFull: 'Paid in full',
  paidOf: (paid: string, total: string) => `${paid} of ${total} paid`,
  partial: 'Partial Payment',
  addItems: 'Add Items',
  tonight: 'Tonight',
  paidItem: 'paid: ',
  markPaid: 'Mark Paid',
  paid: 'Paid',
  receipt: 'Receipt',
};

/** Credit & Tabs: the oldest debt first. */
export const creditWords = {
  title: 'Credit & Tabs',
  add: 'Add Credit',
  search: 'Search credit',
  none: 'No active credit transactions',
  loadFailed: 'The credit could not be loaded',
  owe: (count: number) => some(count, 'customer', 'customers'),
  payAll: 'Pay All',
  sections: { owed: 'Oldest first', paid: 'Paid' },
  filters: [
    { value: 'active', label: 'Active' },
    { value: 'somePaid', label: 'Paid' },
    { value: 'all', label: 'All' },
  ],
  /** Shown while older credit is not loaded: there may still be a match. */
  noneYet: 'Nothing in the newest credit',
  older: {
    searching: 'Loading older credit…',
    older: 'Show older credit',
    failed: 'The older credit could not be loaded',
  },
} as const;

/** Customer Tabs: tonight first. */
export const tabWords = {
  title: 'Customer Tabs',
  add: 'New tab',
  search: 'Search tabs',
  none: 'No customer tabs found',
  loadFailed: 'The tabs could not be loaded',
  owe: (count: number) => (count === 1 ? '1 guest owes' : `${formatCount(count)} guests owe`),
  payAll: 'Mark as Paid',
  sections: { tonight: 'Tonight', before: 'From before', paid: 'Paid lately' },
  filters: [
    { value: 'all', label: 'All' },
    { value: 'unpaid', label: STATUS.unpaid },
    { value: 'partial', label: STATUS.partial },
    { value: 'paid', label: STATUS.paid },
  ],
} as const;

export const payment = {
  title: 'Partial Payment',
  submit: 'Record Payment',
  failed: 'Payment Failed',
  tryAgain: 'Unable to process payment. Please try again.',
  itemFailed: 'Failed to mark credit as paid',
  allFailed: 'Failed to mark all items as paid',
  unanswered: 'We are not sure the last payment arrived. Tap Record Payment again; it cannot be taken twice.',
  paidMeanwhile: 'This tab is paid.',
  takeInCash: (amount: string) => `Take ${amount} in cash?`,
  otherwise: 'For another method, the other currency or change, use Partial Payment.',
};

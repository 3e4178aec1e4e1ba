/** Words of Customer Tabs. */
import type { PaymentStatus } from '../../api/types';
import { formatCount } from '../../lib/format';

export const words = {
  title: 'Customer Tabs',
  newTab: 'New tab',
  active: 'Active',
  tabs: (count: number) => (count === 1 ? 'tab' : 'tabs'),
  someTabs: (count: number) => `${formatCount(count)} ${count === 1 ? 'tab' : 'tabs'}`,
  list: 'Tabs',
  show: 'Show',
  none: 'No customer tabs found',
  loadFailed: 'The tabs could not be loaded',
  noPhone: 'No phone',
  owed: 'Still owed',
  paidInFull: 'Paid in full',
  paidOf: (paid: string, total: string) => `${paid} of ${total} paid`,
  markPaid: 'Mark as Paid',
  partial: 'Partial Payment',
  addItems: 'Add Items',
  paidItem: 'paid: ',
};

export const STATUS: Record<PaymentStatus, string> = {
  unpaid: 'Unpaid',
  partial: 'Partial',
  paid: 'Paid',
};

export const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'unpaid', label: STATUS.unpaid },
  { value: 'partial', label: STATUS.partial },
  { value: 'paid', label: STATUS.paid },
] as const;

export const payment = {
  title: 'Partial Payment',
  submit: 'Record Payment',
  failed: 'Payment Failed',
  tryAgain: 'Unable to process payment. Please try again.',
  unanswered: 'We are not sure the last payment arrived. Tap Record Payment again; it cannot be taken twice.',
  paidMeanwhile: 'This tab is paid.',
};

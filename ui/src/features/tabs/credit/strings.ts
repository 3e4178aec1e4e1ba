/** Words of Credit & Tabs. */
import { formatCount } from '../../lib/format';

const some = (count: number, one: string, more: string) =>
  `${formatCount(count)} ${count === 1 ? one : more}`;

export const words = {
  title: 'Credit & Tabs',
  add: 'Add Credit',
  owed: 'Still owed',
  active: 'Unpaid items',
  customers: 'Customers',
  items: (count: number) => some(count, 'item', 'items'),
  summary: 'Customer Summary',
  search: 'Search credit',
  searchHint: 'Customer, phone or product',
  list: 'Credit by customer',
  show: 'Show',
  none: 'No active credit transactions',
  noMatch: (query: string) => `Nothing found for “${query}”`,
  showAll: 'Show all',
  showItems: (count: number) => `Show all ${some(count, 'item', 'items')}`,
  loadFailed: 'The credit could not be loaded',
  /** Shown while older credit is not loaded: there may still be a match. */
  noneYet: 'Nothing in the newest credit',
  further: {
    searching: 'Loading older credit…',
    older: 'Show older credit',
    failed: 'The older credit could not be loaded',
  },
  noPhone: 'No phone',
};

export const FILTERS = [
  { value: 'active', label: 'Active' },
  { value: 'paid', label: 'Paid' },
  { value: 'all', label: 'All' },
] as const;

export const paying = {
  item: 'Mark Paid',
  all: 'Pay All',
  paid: 'Paid',
  receipt: 'Receipt',
  partly: (amount: string) => `${amount} paid`,
  itemFailed: 'Failed to mark credit as paid',
  allFailed: 'Failed to mark all items as paid',
  choose: 'Which customer?',
  chooseHint: (name: string) => `Several customers are called ${name}. Choose by the phone.`,
  cancel: 'Cancel',
};

export const adding = {
  title: 'Add Credit',
  who: 'Customer',
  newCustomer: 'New Customer',
  existing: 'Existing Customer',
  choose: 'Select a customer',
  name: 'Customer Name',
  phone: 'Phone (optional)',
  product: 'Product',
  chooseProduct: 'Select a product',
  quantity: 'Quantity',
  notes: 'Notes (optional)',
  total: 'Total',
  cancel: 'Cancel',
  submit: 'Add Credit',
  pending: 'Adding…',
  nameRequired: 'Customer name is required',
  productRequired: 'Product is required',
  productMissing: 'Product not found',
  quantityRequired: 'Quantity must be at least 1',
  inStock: (stock: number) => `${formatCount(stock)} in stock`,
  outOfStock: 'Out of Stock',
  productsFailed: 'The products could not be loaded',
  failed: 'Failed to add credit transaction',
  noAnswer: 'The box did not answer. Tap Add Credit again; it cannot be added twice.',
  unanswered: 'We are not sure the last try arrived. Tap Add Credit again; it cannot be added twice.',
  done: 'Added to Credit',
  savedBefore: 'Your last try went through. What is shown here is not added yet.',
};

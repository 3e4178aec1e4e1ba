/** Words of Quick Service. */
import type { Category } from '../../api/types';

export const words = {
  title: 'Quick Service',
  search: 'Search products',
  show: 'Show',
  all: 'All',
  cart: 'Cart',
  openCart: 'Open cart',
  clear: 'Clear',
  cartEmpty: 'The cart is empty',
  cartEmptyLead: 'Tap a product to add it',
  total: 'Total',
  paymentMethod: 'Payment Method',
  process: 'Process Sale',
  noProducts: 'No products found',
  clearFilter: 'Show all products',
  loadFailed: 'The products could not be loaded',
  sold: 'Sale completed',
  soldEarlier: (receipt: string) => `${receipt} was saved before. The rest is still in the cart.`,
  viewReceipt: 'View receipt',
  failed: 'Failed to process sales',
  noAnswer: 'The box did not answer. Press Process Sale again: it is sold only once.',
  unanswered: 'It is not known whether the last sale was saved. Press Process Sale: it is sold only once.',
  pricesChanged: 'Prices have changed. Check the total and press Process Sale again.',
  rateChanged: (line: string) => `Now ${line}. Check the total and press Process Sale again.`,
  cartUpdated: 'Cart updated',
  out: 'Out',
  ofStock: ' of Stock',
  inCart: ' in cart',
  added: 'Added to the cart',
  allInCart: (stock: number) => `all ${stock} in cart`,
  items: (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`,
  unknownBarcode: (code: string) => `Unknown barcode ${code}`,
  scanFailed: (code: string) => `Barcode ${code} could not be looked up`,
};

export const CATEGORIES: readonly { value: Category; label: string }[] = [
  { value: 'drinks', label: 'Drinks' },
  { value: 'food', label: 'Food' },
  { value: 'cigars', label: 'Cigars' },
  { value: 'uncategorized', label: 'Other' },
];

/** Words of the Inventory screen. */
import { formatCount } from '../../lib/format';

export const screen = {
  title: 'Inventory',
  add: 'Add Product',
  search: 'Search products',
  searchHint: 'Name, brand or barcode',
  clearSearch: 'Clear search',
  products: 'Products',
  empty: 'No products found',
  loadFailed: 'The products could not be loaded',
  found: (count: number) => `${count} ${count === 1 ? 'product' : 'products'} found`,
  more: 'More',
};

export const summary = {
  name: 'Summary',
  total: 'Total Products',
  value: 'Total Value',
  low: 'Low Stock',
  out: 'Out of Stock',
  count: (count: number) => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`,
  lowCount: (count: number) => `${formatCount(count)} low`,
  outCount: (count: number) => `${formatCount(count)} out`,
  inFull: (products: number, value: string, low: number, out: number) =>
    `Total Products ${formatCount(products)}, Total Value ${value}, Low Stock ${formatCount(low)}, Out of Stock ${formatCount(out)}`,
  inCategories: (products: number, count: number) =>
    `${formatCount(products)} in ${count} ${count === 1 ? 'category' : 'categories'}`,
  lowNote: (count: number) => `${formatCount(count)}, fewer than 5`,
  outNote: (count: number) => (count > 0 ? `${formatCount(count)}, reorder now` : 'All in stock'),
  needsCount: 'Needs counting',
  needsCountNote: (count: number) => `${formatCount(count)}, count what is there`,
  breakdown: 'Category breakdown',
};

/** The tools behind '…'. */
export const tools = {
  priceList: 'Price list',
  priceListHint: 'All prices in one table',
  import: 'Import CSV',
  importHint: 'A list from a spreadsheet',
  menuQr: 'Menu QR code',
};

export const filters = {
  show: 'Show',
  all: 'All',
  low: 'Low',
  out: 'Out',
  needsCount: 'Needs counting',
  ingredients: 'Ingredients',
  section: 'Show section',
  allSections: 'All sections',
  sort: 'Sort by',
  orders: [
    { value: 'name', label: 'By name' },
    { value: 'stock', label: 'Least stock first' },
    { value: 'price', label: 'Highest price first' },
    { value: 'value', label: 'Most value first' },
  ],
  clear: 'Show all products',
} as const;

/** The stock of a row, where it is worth a word. */
export const row = { low: 'low', out: 'out', uncounted: 'not counted' };

export const hints = {
  only: { USD: 'USD Only', LRD: 'LRD Only' },
  drifted: (rate: string) => `Priced at ${rate}`,
  driftedInFull: (then: string, now: string) => `The prices were set at ${then}. Now it is ${now}.`,
  hidden: 'Not on the menu',
  recipe: 'Recipe',
  ingredient: 'Not sold by itself',
};

export const remove = {
  question: (name: string) => `Delete ${name}?`,
  detail: 'It is removed from every list and the menu. Sales and receipts keep its name.',
  action: 'Delete',
  open: (name: string) => `Delete ${name}`,
  done: 'Product deleted',
  failed: 'Failed to delete product',
};

export const panel = {
  newTitle: 'Add New Product',
  edit: 'Edit Product',
  updateStock: 'Update Stock',
  stockOnHand: 'Stock on hand',
  uncounted: 'Not counted',
  needsCount: 'Needs counting',
  left: 'left',
  soldOut: 'Sold out tonight',
  backOnSale: 'Back on sale',
  soldOutFor: (ingredient: string) => `${ingredient} is sold out tonight`,
  soldOutFailed: 'Failed to change what is sold out',
  quickStock: 'Quick Stock Update',
  setCurrency: 'Set currency',
  setCurrencyFor: (name: string) => `Set currency for ${name}`,
  category: 'Category',
  currency: 'Currency',
  valueInStock: 'Value in stock',
  portions: 'Portions',
  recipe: 'Recipe',
  packs: 'Packs',
  serving: 'Serving',
  par: 'Par Level',
  packOf: (pack: string, size: string) => `${pack} of ${size}`,
  gone: 'This product has been deleted on another phone.',
  quickFailed: 'Failed to update stock',
};

export const form = {
  taxClass: 'Tax Class',
  asCategory: (category: string, taxClass: string) => `As ${category} (${taxClass})`,
  name: 'Name',
  brand: 'Brand',
  barcode: 'Barcode',
  barcodeHint: 'Leave blank and we make one.',
  generate: 'Generate',
  generateRest: ' barcode',
  price: 'Price',
  currency: 'Currency',
  stock: 'Stock',
  category: 'Category',
  section: 'Section',
  sectionHint: 'A group within the category, such as Beer',
  usd: 'USD Price',
  lrd: 'LRD Price',
  follows: (amount: string) => `Follows the rate: ${amount}`,
  followsRate: 'Follows the rate',
  stays: (amount: string) => `Stays ${amount} when the other changes. Leave blank to follow the rate.`,
  description: 'Description',
  available: 'On the menu',
  create: 'Create Product',
  creating: 'Creating...',
  save: 'Save Changes',
  saving: 'Saving...',
  cancel: 'Cancel',
  nameMissing: 'Product name is required',
  notAnAmount: 'Enter an amount such as 3.50',
  priceMissing: 'Enter a price',
  priceIn: { USD: 'in US dollars', LRD: 'in Liberian dollars' },
  stockWrong: 'Stock must be 0 or more',
  createFailed: (why: string) => `Failed to create product: ${why}`,
  saveFailed: (why: string) => `Failed to save changes: ${why}`,
  tryAgain: 'Please try again',
  created: 'Product created',
  saved: 'Changes saved',
};

/** What is typed where the stock is not in pieces. */
export const UNIT_NAME = { piece: undefined, ml: 'In millilitres', g: 'In grams' } as const;

export const stock = {
  change: 'Add or remove',
  count: 'Counted',
  reason: 'Reason',
  chooseReason: 'Choose a reason',
  notes: 'Notes (optional)',
  lead: (level: string) => `In stock: ${level}`,
  save: 'Save Stock',
  saving: 'Saving...',
  cancel: 'Cancel',
  missing: 'Enter how many to add or remove, or how many you counted',
  wasted: 'How many were wasted?',
  wastedMissing: 'Enter how many were wasted',
  noNumber: 'Enter a whole number',
  below: 'Stock must be 0 or more',
  reasonMissing: 'Reason is required',
  failed: 'Failed to update stock',
  done: 'Stock updated',
  doneDetail: (name: string, level: string) => `${name}: ${level}`,
};

export const movements = {
  title: 'Stock movements',
  empty: 'No stock movements yet',
  failed: 'The movements could not be loaded',
  all: 'Show more',
  left: (level: string) => `${level} left`,
  soldAs: (product: string) => `sold as ${product}`,
};

export const currency = {
  title: 'Currency Settings',
  paymentCurrency: 'Payment Currency',
  paymentCurrencyHint: 'The product is priced in it. Guests may pay in either.',
  usdOnly: 'Accept USD Only',
  lrdOnly: 'Accept LRD Only',
  rate: 'Exchange Rate',
  rateHint: (line: string) => `Today: ${line}`,
  rateWrong: 'Please enter a valid exchange rate',
  notAnAmount: 'Enter an amount such as 3.50',
  usd: 'USD Price',
  lrd: 'LRD Price',
  toLrd: 'USD → LRD',
  toUsd: 'LRD → USD',
  preview: 'Preview',
  save: 'Save Currency Settings',
  saving: 'Saving...',
  cancel: 'Cancel',
  missing: 'Missing Price',
  missingDetail: 'Please set at least one price (USD or LRD)',
  failed: 'Update Failed',
  failedDetail: 'Unable to update currency settings. Please try again.',
  noProduct: 'No product selected',
  done: 'Currency Settings Updated',
  doneDetail: (name: string) => `${name} pricing has been updated for dual-currency support`,
};

/** Questions before an unusual price or rate is saved. */
export const question = {
  free: (name: string) => `${name} has no price and sells for $0.00. Is that right?`,
};

export const csv = {
  export: 'Export CSV',
  exporting: 'Exporting...',
  exportFailed: 'Export failed',
  exportFailedDetail: 'Unable to export inventory data',
  done: 'Import finished',
  doneDetail: (created: number, updated: number) => `${created} new, ${updated} updated`,
};

export const scan = {
  unknown: (code: string) => `Unknown barcode ${code}`,
  addIt: 'Add it',
  failed: 'The barcode could not be looked up',
};

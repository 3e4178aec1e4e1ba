/** Checks that every text quoted in the specification is in the source, to the letter. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const UI = import.meta.dirname;

interface Screen {
  name: string;
  /** `{}` stands for a value. */
  texts: readonly string[];
}

const SCREENS: readonly Screen[] = [
  {
    name: 'any address',
    texts: ['Page Not Found', 'Inventory', 'Sales', 'Credit', 'Tabs', 'Tables', 'Receipts', 'Reports'],
  },
  {
    name: 'top bar',
    texts: [
      'Take Tour',
      'Quick Tips',
      'Feature Guide',
      'Reset Tour',
      'Admin Dashboard',
      'Change Password',
      'Sign Out',
    ],
  },
  {
    name: 'sign-in',
    texts: ['Signing in...', 'Login failed'],
  },
  {
    name: 'lock screen',
    texts: [
      'Hello, {}',
      'Back',
      'Use password',
      'No PINs yet',
      'Forgot PIN',
      'Code from a manager',
      'New PIN',
      'Try again in {} s',
    ],
  },
  {
    name: 'account menu of an enrolled device',
    texts: [
      'Lock',
      'Set PIN',
      'Current Password',
      'Repeat PIN',
      'PINs do not match',
      'Save PIN',
      'Enter your password',
    ],
  },
  {
    name: 'enrolment',
    texts: ['Enrol this device', 'Code', 'Enrol', 'This device is now "{}"'],
  },
  {
    name: 'devices',
    texts: [
      'Enrol a device',
      'Valid for {}',
      'Last seen',
      'Edit',
      'Revoke',
      'Unlock',
      'Revoke {}?',
      'No devices yet',
    ],
  },
  {
    name: 'approvals',
    texts: [
      'Approval needed',
      'Ask a manager',
      'Waiting for a manager…',
      'Cancel',
      'Manager PIN here',
      'Username',
      'Password',
      'Approved by {}',
      'Refused by {}: {}',
      'Nobody answered',
      '{} asks:',
      'Look',
      'Approve?',
      'Note (optional)',
      'Approve',
      'Refuse',
      'Already approved by {}',
      'Approved with your PIN on {}:',
      'Approvals',
      'No approvals yet',
      'Use recommended rules',
    ],
  },
  {
    name: 'change password',
    texts: [
      'Current password is required',
      'New password must be at least 6 characters',
      'Please confirm your new password',
      "Passwords don't match",
      'Error',
      'Failed to change password',
    ],
  },
  {
    name: 'tour',
    texts: [
      'Step {} of {}',
      'Start the tour',
      'Explore Inventory',
      'Try Sales',
      'See Credit System',
      'View Menu',
      'See Analytics',
      'Start Using App',
      'Get Started',
      'Skip Tour',
      'Previous',
    ],
  },
  {
    name: 'inventory',
    texts: [
      'Total Products',
      'Total Value',
      'Low Stock',
      'Out of Stock',
      'In Stock',
      'No products found',
      'USD Only',
      'LRD Only',
      'US Dollar',
      'Liberian Dollar',
      'Mixed Currency',
      'Add New Product',
      'Create Product',
      'Edit Product',
      'Update Stock',
      'Quick Stock Update',
      'Generate',
      'Save Changes',
      'Cancel',
      'Product name is required',
      'Failed to create product: {}',
      'Export failed',
      'Unable to export inventory data',
      'Import failed',
      'Unable to import CSV data',
      'Drinks',
      'Food',
      'Cigars',
    ],
  },
  {
    name: 'currency settings',
    texts: [
      'Accept USD Only',
      'Accept LRD Only',
      '185.00',
      'USD → LRD',
      'LRD → USD',
      'Save Currency Settings',
      '1 USD = {} LRD',
      'Missing Price',
      'Please set at least one price (USD or LRD)',
      'Update Failed',
      'Unable to update currency settings. Please try again.',
      'No product selected',
      'Currency Settings Updated',
      '{} pricing has been updated for dual-currency support',
    ],
  },
  {
    name: 'sales',
    texts: [
      'Total Revenue',
      'Units Sold',
      'Avg Sale Value',
      'Sales Heat Map',
      'Top Performing Products',
      'Recent Sales',
      'Quick Sale',
      'No sales recorded yet',
      'No sales data available',
      'Missing information',
      'Please select a product and quantity',
      'Invalid quantity',
      'Quantity must be greater than 0',
      'Insufficient stock',
      'Only {} units available',
      'Failed to record sale',
      'Please try again',
      'Credit/Debit Card',
      'Digital Payment',
    ],
  },
  {
    name: 'quick service',
    texts: ['Process Sale', 'Failed to process sales'],
  },
  {
    name: 'receipts',
    texts: ['Digital Receipts', 'Walk-in Customer', 'View', 'Failed to fetch receipts'],
  },
  {
    name: 'receipt',
    texts: [
      'Digital Receipt',
      'Print',
      'Download',
      'Share',
      'Receipt copied to clipboard!',
      'Failed to load receipt details',
    ],
  },
  {
    name: 'public menus',
    texts: ['No menu items available', 'Menu coming soon...', 'Drinks', 'Food', 'Cigars', 'Other'],
  },
  {
    name: 'table service',
    texts: [
      'New Drink Order',
      'Select Drinks',
      'Create Drink Order',
      'Remove',
      'Mixed currency total converted to USD',
      'Table {}',
      'Quick Drink Orders',
      'Popular',
      'Restaurant Tables',
      'Occupy',
      'Free',
      'Active Drink Orders',
      'No drink orders found',
      'Featured Drinks',
      'All Beverages',
      'Food Items',
      '{} item(s) selected',
      'In Stock',
      'Low Stock',
      'Out of Stock',
      'Done',
      'Start Preparing',
      'Mark Ready',
      'Mark Served',
      'On Credit',
      'Customer name is required',
      'Failed to create order',
      'Failed to update order status',
      'Failed to update table status',
    ],
  },
  {
    name: 'payment of an order',
    texts: [
      'Process Payment',
      'Fully Paid',
      'Please enter a payment amount',
      'Payment failed. Please try again.',
      'Payment Processed',
      'Payment completed! Digital receipt generated.',
      'Payment has been recorded successfully',
      'Attach to Credit',
      'Added to Credit',
      'Failed to attach to credit. Please try again.',
    ],
  },
  {
    name: 'credit',
    texts: [
      'Add Credit',
      'New Customer',
      'Existing Customer',
      'Pay All',
      'Mark Paid',
      'No active credit transactions',
      'Customer name is required',
      'Product is required',
      'Quantity must be at least 1',
      'Product not found',
      'Failed to add credit transaction',
      'Failed to mark credit as paid',
      'Failed to mark all items as paid',
    ],
  },
  {
    name: 'tabs',
    texts: [
      'Mark as Paid',
      'Partial Payment',
      'Add Items',
      'No customer tabs found',
      'Failed to add items to tab. Please try again.',
      'Payment Failed',
      'Unable to process payment. Please try again.',
    ],
  },
  {
    name: 'exchange rate',
    texts: [
      'Invalid Rate',
      'Please enter a valid exchange rate',
      'Exchange Rate Updated',
      'Update Failed',
      'Failed to update exchange rate',
    ],
  },
  {
    name: 'users',
    texts: [
      'Inactive',
      'No name set',
      'Must Change Password',
      'Create User',
      'Edit User',
      'Logout',
      'View App',
      'Username must be at least 3 characters',
      'Password must be at least 6 characters',
      'Failed to create user',
      'Failed to update user',
      'Failed to delete user',
      'Failed to fetch users',
      'User created',
      'User updated',
      'User deleted',
    ],
  },
  {
    name: 'reports',
    texts: [
      'View',
      'Hide',
      'Sales by Customer',
      'No recent sales found',
      'No customer sales found for selected period',
      'Failed to load user sales details',
    ],
  },
  {
    name: "bartender's dashboard",
    texts: [
      'Out of Stock',
      'Low Stock',
      'Pending Orders',
      "Today's Sales",
      'Quick Service',
      'Table Service',
      'Customer Credit',
      'Recent Orders',
    ],
  },
  {
    name: 'settings',
    texts: [
      'Cash',
      'Do you give L$5 and L$10 coins?',
      'Yes',
      'No',
      'Payment methods',
      'Add MTN MoMo',
      'Add Orange Money',
      'Add Method',
      'Notes and coins',
      'Tills',
      'Off',
      'One drawer',
      'Several drawers',
      'Drawers and purses',
      'Cash needs an open shift',
      'Blind count for bartenders',
      'Count by',
      'Totals',
      'Add Till',
    ],
  },
  {
    name: 'shifts',
    texts: [
      'Shifts',
      'Till',
      'From',
      'To',
      'Show X',
      'Print X',
      'Close without counting',
      'No shifts yet',
      'Print',
      'On this device',
      'CSV',
      'Add Note',
      'Recount',
      'Cash report',
      'The shifts could not be loaded',
      'Try again',
      'Short {}',
      'Over {}',
      'Exact',
    ],
  },
];

/** The string literals of a file, with `{}` for each value. Comments are removed first, because they hold apostrophes. */
function literals(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
  const found = code.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return found.map((literal) =>
    literal
      .slice(1, -1)
      .replace(/\\(['"`\\])/g, '$1')
      .replace(/\$?\{[^{}]*\}/g, '{}'),
  );
}

function texts(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .flatMap((file) => literals(readFileSync(join(folder, file), 'utf8')));
}

const shown = new Set(texts(UI, /^(?!test\/)(?!.*(\.test\.|\.d\.ts)).*\.tsx?$/));

for (const { name, texts: quoted } of SCREENS) {
  it(`has the texts of the specification: ${name}`, () => {
    expect(
      quoted.filter((text) => !shown.has(text)),
      'these texts of the specification are missing: put them into the strings.ts of the screen',
    ).toEqual([]);
  });
}

/** Words of the help menu's two pages. */
export const quickTips = [
  [
    'Scan to find',
    'On Inventory and Quick Service a barcode scanner opens the product, wherever you are on the page.',
  ],
  ['Two currencies', 'Take dollars, Liberian dollars or both. The change is worked out for you.'],
  ['Low stock', 'Yellow means fewer than 5 are left, red means none.'],
  ['No answer', 'If the box cannot be reached, stay on the page. What you entered is kept.'],
] as const;

export const featureGuide = [
  ['Inventory', 'Products, prices, stock and barcodes.'],
  ['Sales', 'What was sold, when, and the quick sale.'],
  ['Credit', 'Who owes what, and paying it off.'],
  ['Tabs', 'Open tabs of customers, with partial payments.'],
  ['Tables', 'Tables, drink orders and their payment.'],
  ['Receipts', 'Every receipt, to show, print or share.'],
  ['Reports', 'Sales by day, by user and by customer.'],
] as const;

/** Words of the help menu's two pages. */
export const quickTips = [
  [
    'Scan to find',
    'On Inventory a barcode scanner opens the product, on Quick Service it puts it into the cart, wherever you are on the page.',
  ],
  ['One too many?', 'Tap the number on a product, then minus: where you sell, order and add to a tab.'],
  ['Two currencies', 'Take dollars, Liberian dollars or both. The change is worked out for you.'],
  ['No name?', 'On a new order “No name? Use the table” saves the typing.'],
  ['No pepper?', '“Add note” under an item of an order: the note is printed on the ticket.'],
  ['Another price?', 'A manager taps “Change price” on a line of the cart or of a new order, and says why.'],
  [
    'Low stock',
    'Yellow means that little is left: fewer than 5 on Inventory, 10 or fewer where you sell. Red means none.',
  ],
  ['Something wrong?', 'Sales are never deleted. A manager voids them, with a reason.'],
  [
    'No answer',
    'If the box cannot be reached, stay on the page. What you entered is kept, and nothing is sold twice.',
  ],
  ['Printer', 'Sales go on without it. Receipts wait until it is ready.'],
] as const;

export const featureGuide = [
  ['Inventory', 'Products, stock and barcodes, the price list, and the code for the menu.'],
  ['Sales', 'What was sold, when, and the quick sale.'],
  ['Quick Service', 'Selling over the counter, from a cart. It is on Sales.'],
  ['Credit', 'Who owes what, and paying it off.'],
  ['Tabs', 'Open tabs of customers: New tab, more items, partial payments.'],
  ['Tables', 'Tables, drink orders and their payment.'],
  ['Receipts', 'Every receipt, to find, show, print or share.'],
  ['Reports', 'Sales for any dates: by payment, staff and customer.'],
] as const;

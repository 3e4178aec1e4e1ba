/** Words of the help menu's two pages. */
export const quickTips = [
  [
    'Scan to find',
    'On Inventory a barcode scanner opens the product, on Quick Service it puts it into the cart, wherever you are on the page.',
  ],
  [
    'Paid with a note?',
    'On Quick Service tap what the guest gave, such as $20. You see the change before you sell.',
  ],
  [
    'One too many?',
    'Tap the number on a product, then minus. On an order, “Edit Items” has minus, and “Undo” for 6 seconds.',
  ],
  ['Two currencies', 'Take dollars, Liberian dollars or both. The change is worked out for you.'],
  ['Paid later?', '“Put on tab” in the cart, or “New tab” on Tabs. Known guests are offered while you type.'],
  ['No name?', 'On a new order “No name? Use the table” saves the typing.'],
  ['No pepper?', '“Add note” under an item of an order: the note is printed on the ticket.'],
  ['Another price?', 'A manager taps “Change price” on a line of the cart or of a new order, and says why.'],
  [
    'Low stock',
    'Yellow means that little is left: fewer than 5 on Inventory, 10 or fewer where you sell. Red means none.',
  ],
  [
    'Something wrong?',
    'Sales are never deleted. A manager voids them, wholly or in part, and taps a reason. The list is under “Staff”.',
  ],
  [
    'Approval needed?',
    '“Ask a manager”: they see it on their phone, and yours goes on when they approve. Or they type their PIN here. “Cancel” leaves everything as it was.',
  ],
  [
    'On the bar’s tablet',
    'Tap your name and type your PIN. “Lock” and “Set PIN” are behind your letters. Your cart waits for your next PIN.',
  ],
  [
    'Counting the drawer',
    'Tap plus for each note, or type how many. Both currencies count. Torn and false notes go under “Bad notes”.',
  ],
  [
    'Money in, money out',
    'Ice, small notes, a guest who changes money: tell “Drawer”, in your account menu, or the count does not agree.',
  ],
  [
    'Tax',
    'The total says how much of it is tax. “More” on an order has service charge and “Tax Exempt”. “Add Buyer” is on the receipt.',
  ],
  ['Closed by mistake?', 'A form keeps what you typed for 30 minutes. “Discard” empties it.'],
  ['Back', 'The phone’s back button closes what is open on top. The page behind it stays.'],
  [
    'No answer',
    'If the box cannot be reached, stay on the page. What you entered is kept, and nothing is sold twice.',
  ],
  [
    'Printer',
    'Sales go on without it. Receipts wait until it is ready. “Show code” on a receipt gives it to the guest’s phone.',
  ],
] as const;

/** Shown only where the bar has tills. */
export const ofTills: readonly string[] = ['Counting the drawer', 'Money in, money out', 'Drawer', 'Shifts'];

/** Shown only where the bar has head office, which admins alone are told. */
export const ofHead: readonly string[] = ['Head office'];

/** Shown only where the bar has tax or a service charge. */
export const ofTax: readonly string[] = ['Tax', 'Tax Report', 'Price Assistant'];

export const featureGuide = [
  ['Inventory', 'Products, stock, waste and barcodes, the price list, and the code for the menu.'],
  ['Sales', 'What was sold and when, and the quick sale of one product.'],
  [
    'Quick Service',
    'Selling over the counter, from a cart, best sellers first. It is on Sales, or first in the bar as Till.',
  ],
  ['Credit', 'Who owes what, and paying it off.'],
  ['Tabs', 'Open tabs of customers: New tab, more items, partial payments.'],
  ['Tables', 'Tap a table to see its order. New orders, notes, payment.'],
  ['Receipts', 'Every receipt, found by day, amount, item or person. Show its code, print or share it.'],
  [
    'Drawer',
    'In the account menu: open a shift, pay out, drop, exchange and transfer cash, hand over, count and close.',
  ],
  [
    'Shifts',
    'In the account menu, for managers and admins: open shifts with their X, the Z of each close, and the cash report.',
  ],
  [
    'Tax Report',
    'On Reports, for admins: what was taxed in a month, to print and to download for the accountant.',
  ],
  ['Price Assistant', 'In the tax settings: new prices for the day on which a tax changes.'],
  [
    'Truth sheet',
    'In the account menu, for managers and admins: one page a night with what was sold, kept, owed and left. Issue it, send it, check it.',
  ],
  [
    'Staff',
    'In the account menu: approvals, reasons to choose from, the hours and tips of everybody, and what is worth a look.',
  ],
  [
    'Head office',
    'In the settings, for admins: how far this bar has sent, and files without internet. Fields “Set by head office” are changed there.',
  ],
  [
    'Reports',
    'Sales for any dates: by payment, staff and customer. Tonight and last night are one tap, and each part is a file.',
  ],
] as const;

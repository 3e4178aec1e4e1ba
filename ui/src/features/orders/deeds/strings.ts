/** Words of the sheets Discount, Comp, Payments, Close Order and Walk-out of an order. */
export const words = {
  failed: (reason: string) => `Failed: ${reason}`,
  noAnswer: 'The box did not answer. Tap again; nothing happens twice.',
  changed: 'This order has changed. Check it and try again.',
  item: (quantity: number, name: string) => `${quantity} × ${name}`,
  items: 'Items',
  noItems: 'Choose at least one item',
  cancel: 'Cancel',
};

export const discount = {
  title: 'Discount',
  how: 'How much',
  other: 'Other',
  percent: 'Percent',
  amountUSD: 'Amount USD',
  amountLRD: 'Amount LRD',
  hint: 'A percent or one amount. It takes the place of an earlier discount on these items.',
  missing: 'Enter a percent or an amount',
  badPercent: 'Between 0.01 and 100',
  badAmount: 'Enter an amount above 0',
  has: (amount: string) => `Discount ${amount}`,
  action: 'Apply Discount',
  remove: 'Remove Discount',
  done: 'Discount applied',
  removed: 'Discount removed',
};

export const comp = {
  title: 'Comp',
  note: 'Made and given free. The stock stays out.',
  pieces: (name: string, of: number) => `How many of ${of} ${name} to comp`,
  none: 'Nothing is left to comp',
  given: 'Given free',
  remove: 'Remove Comp',
  removeName: (item: string) => `Remove Comp of ${item}`,
  action: 'Comp',
  done: 'Comp recorded',
  removed: 'Comp removed',
};

export const close = {
  title: 'Close Order',
  note: 'Nothing is owed. The order is closed with a receipt of $0.00.',
  action: 'Close Order',
  done: 'Order closed',
  viewReceipt: 'View receipt',
};

export const walkOut = {
  title: 'Walk-out',
  detail: (amount: string) => `What is not paid is written off: ${amount}`,
  action: 'Record Walk-out',
  keep: 'Keep',
  done: 'Walk-out recorded',
  viewReceipt: 'View receipt',
};

/** After a walk-out. */
export const recover = {
  detail: (amount: string) => `The guest came back? What was written off, ${amount}, goes on a tab.`,
  action: 'Add to Credit',
  pending: 'Adding…',
  done: 'Added to Credit',
};

export const payments = {
  title: 'Payments',
  none: 'No payments yet',
  loadFailed: 'The payments could not be loaded',
  part: (part: number, of: number) => `Part ${part} of ${of}`,
  takenOn: (order: number) => `Taken on order #${order}`,
  change: (amount: string) => `Change ${amount}`,
  by: (name: string, at: string) => `${name}, ${at}`,
  back: 'Given back',
  givenBack: (id: number) => `Given back, payment P-${id}`,
  slip: 'Print Slip',
  slipDone: 'The slip is printing',
  correct: 'Correct Method',
  toList: 'Back',
  giveBack: 'Give Back',
  question: (amount: string) => `Give ${amount} back? It is owed again.`,
  done: 'Refunded',
};

/** Words of Split Bill. */
const billsText = (count: number) => (count === 1 ? '1 bill' : `${count} bills`);

export const words = {
  title: 'Split Bill',
  how: 'Split',
  ways: { item: 'By Item', guest: 'By Guest', shares: 'Equal Shares' },
  equally: 'Equal parts',
  inParts: (people: number) => `In ${people} equal parts`,
  cannot: 'This order cannot be split',
  back: 'Back',
  close: 'Close',
  changed: 'This order has changed. Check it and try again.',
  failed: 'The bill could not be split',
  loadFailed: 'The order could not be loaded',
  splitting: 'Splitting…',
  openBills: billsText,
};

export const byItem = {
  bills: 'Bill',
  bill: (number: number) => `Bill ${number}`,
  addBill: 'Add Bill',
  item: (quantity: number, name: string) => `${quantity} × ${name}`,
  one: (name: string, bill: number) => `One ${name} to bill ${bill}`,
  on: (bills: readonly number[]) => `On bills ${bills.join(', ')}`,
  all: 'All',
  allOf: (name: string) => `All ${name}`,
  less: 'One less',
  lessOf: (name: string) => `One less ${name}`,
  split: (count: number) => `Split into ${count} Bills`,
  empty: (bill: number) => `Tap items for bill ${bill}`,
  leave: 'Leave something on bill 1',
};

export const byGuest = {
  guest: 'Guest',
  guestOf: (name: string) => `Guest, ${name}`,
  none: 'No guest',
  other: 'Other',
  name: (item: string) => `Name, ${item}`,
  split: 'Split by Guest',
  nothing: 'Nothing to split',
};

export const after = {
  title: billsText,
  bill: (index: number, count: number) => `Bill ${index} of ${count}`,
  payment: 'Payment',
  paper: 'Bill',
  undo: 'Undo Split',
  undoing: 'Undoing…',
  undone: 'Orders merged',
  loadFailed: 'The bills could not be loaded',
};

export const shares = {
  people: 'People',
  fixed: 'fixed while shares run',
  progress: (paid: number, of: number) => `${paid} of ${of} parts paid`,
  left: 'Still to pay',
  part: (part: number) => `Part ${part}`,
  next: 'next to pay',
  paid: 'Paid',
  paysIn: 'Pays in',
  ways: { LRD: 'L$', split: '$ and L$', USD: '$ by card' },
  take: (part: number) => `Take Part ${part}`,
  note: (part: number, of: number) => `Part ${part} of ${of}`,
  end: 'End Shares',
  endQuestion: 'Stop splitting? What was paid stays.',
  keep: 'Keep',
  loadFailed: 'The parts could not be loaded',
};

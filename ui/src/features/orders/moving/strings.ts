/** Words of the sheets Move Items, Move Table, Merge Orders and Hand Over. */
export const words = {
  failed: (reason: string) => `Failed: ${reason}`,
  noAnswer: 'The box did not answer. Tap again; nothing happens twice.',
  changed: 'This order has changed. Check it and try again.',
};

export const moveItems = {
  title: 'Move Items',
  item: (quantity: number, name: string) => `${quantity} × ${name}`,
  to: 'To',
  choose: 'Choose where to',
  newOrder: 'New order',
  newAt: (table: string) => `New order, ${table}`,
  all: 'All',
  action: 'Move',
  moving: 'Moving…',
  none: 'Choose what to move',
  nowhere: 'Choose where the items go',
  done: 'Items moved',
};

export const moveTable = {
  title: 'Move Table',
  to: 'To',
  which: 'Orders',
  all: (count: number) => `All ${count} orders`,
  this: 'This order',
  none: 'There is no other table',
  loadFailed: 'The tables could not be loaded',
  question: (number: number, name: string | null, status: string) =>
    name === null ? `Table ${number} is ${status}. Move anyway?` : `${name} is ${status}. Move anyway?`,
  anyway: 'Move Anyway',
  cancel: 'Cancel',
  done: 'Table moved',
};

export const merge = {
  title: 'Merge Orders',
  from: 'Orders',
  into: 'Merge into this order',
  merging: 'Merging…',
  none: 'No other order is open',
  loadFailed: 'The orders could not be loaded',
  missing: 'Choose an order',
  done: 'Orders merged',
};

export const handOver = {
  title: 'Hand Over',
  to: 'To',
  choose: 'Choose a colleague',
  action: 'Hand Over',
  take: 'Take Over',
  sending: 'Saving…',
  servedBy: (name: string) => `Served by ${name}`,
  missing: 'Choose a colleague',
  none: 'There are no other colleagues',
  loadFailed: 'The colleagues could not be loaded',
  done: 'Handed over',
};

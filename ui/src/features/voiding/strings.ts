/** Words of voiding sales and orders. */
export const words = {
  action: 'Void an Item',
  pick: (item: string) => `Void ${item}`,
  short: 'Void',
  voided: 'Voided',
  loadFailed: 'The items could not be loaded',
  none: 'Nothing here can be voided',
  back: 'Back to the receipt',
  question: (item: string) => `Void ${item}?`,
  detail: 'Its money goes back the way it came, and it is removed from the books.',
  failed: 'The item could not be voided',
  done: 'Item voided',
};

export const form = {
  keep: 'Keep',
  reason: 'Reason',
  reasonRequired: 'Reason is required',
  giveBack: 'Give back',
  asPaid: 'As it was paid',
  anotherWay: 'Another way',
  noAmount: 'Please enter the amounts to give back',
  toStock: 'Return the items to stock',
};

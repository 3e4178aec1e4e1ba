/** Words of voiding sales and orders. */
export const words = {
  action: 'Void an Item',
  several: (items: number) => `Void ${items} Items`,
  everything: 'Void Everything',
  pick: (item: string) => `Void ${item}`,
  short: 'Void',
  another: 'Another item',
  voided: 'Voided',
  refunded: 'Refunded',
  partVoided: (pieces: number, of: number) => `${pieces} of ${of} voided`,
  loadFailed: 'The items could not be loaded',
  none: 'Nothing here can be voided',
  back: 'Back to the receipt',
  pieces: (name: string, of: number) => `How many of ${of} ${name} to void`,
  removed: 'The sale is removed from the totals.',
  nothingBack: 'Nothing was paid for this.',
  failed: 'The item could not be voided',
  done: 'Item voided',
  doneSeveral: (items: number) => `${items} items voided`,
};

export const moneyBack = {
  give: (amount: string, how: string) => `Give the guest ${amount} back ${how}`,
  giveAnyWay: (amounts: readonly string[]) => `Give the guest ${amounts.join(' and ')} back`,
  and: (amount: string, how: string) => `, ${amount} ${how}`,
  by: (name: string) => `by ${name}`,
  how: {
    cash: 'in cash',
    card: 'by card',
    digital: 'by mobile money',
    mobile: 'by mobile money',
    check: 'by check',
  } as Record<string, string>,
};

export const form = {
  noAnswer: 'The box did not answer. Tap again; nothing happens twice.',
  keep: 'Keep',
  returnTip: 'Give the tip back too',
  giveBack: 'Give back',
  asPaid: 'As it was paid',
  anotherWay: 'Another way',
  noAmount: 'Please enter the amounts to give back',
  toStock: 'Return the items to stock',
};

/** Words of what managers do with customers: names, limits, tabs that become one, old debts. */
export const words = {
  more: (name: string) => `More for ${name}`,
  rename: 'Rename',
  join: 'Join tabs',
  limit: 'Limit',
  oldDebt: 'Add old debt',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving…',
  failed: 'Not saved. Please try again.',
  loadFailed: 'The customer could not be loaded',
  unknown: 'The box does not know this customer',
};

export const renaming = {
  name: 'Customer Name',
  phone: 'Phone (optional)',
  nameRequired: 'Customer name is required',
  note: 'The old name still leads to this tab. Receipts keep the name that they have.',
  done: 'Renamed',
};

export const limiting = {
  label: 'Limit in US dollars',
  hint: 'Empty: no limit. Beyond it a manager is asked.',
  wrong: 'Enter an amount such as 150.00',
  done: 'Limit saved',
};

export const joining = {
  note: 'The same guest, written twice',
  other: 'The other tab',
  choose: 'Choose a tab',
  chooseFirst: 'Please choose the other tab',
  keeps: 'Which name stays?',
  after: 'One tab after',
  rule: 'Every item keeps its day, price and seller. The other name still leads to this tab.',
  none: 'There is no other tab to join.',
  done: 'Joined',
};

export const oldDebts = {
  currency: 'Currency',
  amount: 'Amount',
  amountRequired: 'Enter an amount such as 25.00',
  since: 'Since (optional)',
  notes: 'Notes (optional)',
  note: 'From before the box. It is no sale and takes no stock; paid, it counts as takings.',
  done: 'Added to tab',
};

export const proposals = {
  title: (count: number) => `${count} tabs may be of the same guest`,
};

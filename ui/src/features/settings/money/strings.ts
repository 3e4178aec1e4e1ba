/** Words of cash, of the payment methods, of notes and coins. */
export const cash = {
  title: 'Cash',
  step: 'Smallest L$ for change',
};

export const methods = {
  title: 'Payment methods',
  kinds: {
    cash: 'Cash',
    card: 'Card',
    mobile: 'Mobile money',
    bank: 'Bank transfer',
    check: 'Check',
    other: 'Other',
  },
  cash: 'Always on, because change is given in cash',
  reference: 'Reference needed',
  edit: (name: string) => `Edit ${name}`,
  add: 'Add Method',
  offered: [
    { name: 'MTN MoMo', add: 'Add MTN MoMo' },
    { name: 'Orange Money', add: 'Add Orange Money' },
  ],
  added: (name: string) => `${name} added`,
  on: (name: string) => `${name} is on`,
  off: (name: string) => `${name} is off`,
  saved: 'Payment method saved',
  failed: 'Failed to save the payment methods',
};

export const methodForm = {
  addTitle: 'Add Method',
  editTitle: (name: string) => `Edit ${name}`,
  name: 'Name',
  nameHint: 'Name and kind cannot be changed later, because receipts show them',
  nameMissing: 'Name is required',
  kind: 'Kind',
  currencies: 'Takes',
  currency: { USD: 'US dollars', LRD: 'Liberian dollars' },
  currencyMissing: 'Choose at least one currency',
  reference: 'Reference needed',
  account: 'Account',
  accountHint: "The bar's own number there. Staff see it when they take a payment.",
  cancel: 'Cancel',
  add: 'Add Method',
  save: 'Save Changes',
};

export const denominations = {
  title: 'Notes and coins',
  coin: (amount: string) => `${amount} coin`,
  saved: 'Notes and coins saved',
  failed: 'Failed to save notes and coins',
};

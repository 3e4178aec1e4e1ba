/** Words of tax in totals and of its changes. */
export const words = {
  subtotal: 'Subtotal',
  included: (amount: string) => `incl. ${amount}`,
};

export const changes = {
  on: (day: string, what: string) => `On ${day} ${what}.`,
  becomes: (before: string, after: string) => `${before} becomes ${after}`,
  untaxed: (name: string) => `${name} without a rate`,
  mode: (before: string, after: string) => `tax goes from ${before} to ${after}`,
  modes: { off: 'off', included: 'included in prices', added: 'added to prices' },
  check: 'Check your prices.',
  link: 'Price Assistant',
};

export const buyer = {
  title: 'Add Buyer',
  name: 'Name',
  nameMissing: 'Name is required',
  tin: 'TIN (optional)',
  address: 'Address (optional)',
  save: 'Save',
  saving: 'Saving...',
  cancel: 'Cancel',
  added: 'Buyer added',
  failed: 'The buyer could not be saved',
  on: (name: string) => `Buyer: ${name}`,
};

/** Words of cash, of the payment methods, of notes and coins. */
export const cash = {
  step: 'Smallest L$ for change',
  roundDue: 'Round what is due in cash',
  usdStep: 'Smallest dollar in cash',
  tills: 'Tills',
  modeHint: {
    off: 'Cash is taken without counting what is in a drawer.',
    drawer: 'One drawer behind the counter, and a safe. Everybody sells from it.',
    drawers: 'Each drawer has shifts and a count of its own.',
    purses: 'Waiters carry a purse and hand it in; the counter has drawers.',
  },
  modeSaved: {
    off: 'Tills are switched off',
    drawer: 'The bar has one drawer',
    drawers: 'The bar has several drawers',
    purses: 'The bar has drawers and purses',
  },
  toTills: 'Set up the tills',
  requireShift: 'Cash needs an open shift',
  requireShiftHint: 'Off: cash without a shift is taken, and belongs to no till.',
  requireShiftOn: 'Cash needs an open shift from now on',
  requireShiftOff: 'Cash is taken without a shift too',
  blind: 'Blind count for bartenders',
  blindHint:
    'They count without seeing what should be there. Switching it on also shows them only their own sales; People, Bartenders see, changes that.',
  blindOn: 'Bartenders count blind from now on',
  seeOwn: 'Bartenders see their own sales alone from now on',
  blindOff: 'Bartenders see what should be there',
  countBy: 'Count by',
  countBySaved: { pieces: 'Notes and coins are counted', totals: 'Totals are counted' },
  toleranceUSD: 'Count once more from $ off',
  toleranceLRD: 'Count once more from L$ off',
  toleranceHint: 'A first count that is further off is done again.',
  payOutLimitUSD: 'Pay-out without asking, $',
  payOutLimitLRD: 'Pay-out without asking, L$',
  exchangeTolerance: 'Exchange tolerance (percent)',
  exchangeHint: 'An exchange that loses more at the house rate asks a manager.',
  movementMaxUSD: 'Largest movement, $',
  movementMaxLRD: 'Largest movement, L$',
  movementMaxHint: 'Nobody moves more than this at once. What a count drops is free of it.',
  longShift: 'A shift is long after (hours)',
};

export const bills = {
  slips: 'Print payment slips',
  slipsOn: 'Payment slips are printed',
  slipsOff: 'No payment slips are printed',
  slipsHint: 'Each part of a shared bill prints a slip when it is paid, where receipts print automatically.',
  compCap: 'Comps without approval ($ a day)',
  compCapHint: 'For each bartender, where Give on the house is Ask.',
  limit: 'Limit of new tabs ($)',
  limitHint: 'For customers who are new. Empty: no limit. Each tab can have its own.',
};

/** The smallest amounts of US dollars that a bar can choose, as the box writes them. */
export const USD_STEPS = ['0.01', '0.05', '0.10', '0.25', '0.50', '1.00'] as const;

export const TILL_MODES = [
  { value: 'off', label: 'Off' },
  { value: 'drawer', label: 'One drawer' },
  { value: 'drawers', label: 'Several drawers' },
  { value: 'purses', label: 'Drawers and purses' },
] as const;

export const COUNT_BY = [
  { value: 'pieces', label: 'Notes and coins' },
  { value: 'totals', label: 'Totals' },
] as const;

export const methods = {
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
  coins: 'Which notes and coins are counted',
  coin: (amount: string) => `${amount} coin`,
  saved: 'Notes and coins saved',
  failed: 'Failed to save notes and coins',
};

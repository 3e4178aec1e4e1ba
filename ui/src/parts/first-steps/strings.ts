/** Words of the first steps of a new bar. */
export const steps = {
  title: 'First steps',
  note: 'Your bar, ready to sell',
  later: 'Later',
  count: (done: number, all: number) => `${done} of ${all} done`,
  done: 'done',
  business: 'Name your business',
  rate: "Set today's rate",
  products: 'Add your products',
  tables: 'Set up tables',
  printer: 'Connect a printer and test it',
  staff: 'Add your staff',
  codes: 'Print the menu codes',
  cash: 'Notes, coins and tills',
  screens: 'Staff screens',
  /** Why a step is there; shown at the one that is next. */
  why: {
    '/settings/business': 'It stands on every receipt, with your address and your phone.',
    '/exchange-rate': 'Prices and change in the other currency follow it.',
    '/settings/cash': 'Change is rounded to what you can give.',
    '/inventory': 'Import your list, or type the first drinks.',
    '/settings/tables': 'How many do you have, and how many seats? You can change it at any time.',
    '/settings/printing': 'The box finds printers by itself. Without one, phones show receipts.',
    '/admin?show=users': 'Each person signs in with a name of their own.',
    '/settings/screens': 'What a bartender sees first.',
    '/qr?all': 'Guests scan them to see the menu.',
  } as Record<string, string>,
};

export const guide = {
  label: 'First steps',
  step: (at: number, all: number) => `Step ${at} of ${all}`,
  after: (label: string) => `Then: ${label}`,
  last: 'The last one',
  next: 'Next step',
  finish: 'To the list',
};

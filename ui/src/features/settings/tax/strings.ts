/** Words of the settings of tax, service charge and fiscal device. */

import type { TaxClass } from '../../../api/types';
import type { TaxMode } from '../../../parts/tax/rates';

export const words = {
  ask: 'Ask your accountant or the LRA before you switch tax on.',
  mode: 'Tax',
  how: 'How prices and tax go together',
  starts: 'Tax starts when you save. It needs a rate first.',
  saved: {
    off: 'Tax is off',
    included: 'Tax is included in prices from now on',
    added: 'Tax is added to prices from now on',
  },
  rates: 'Rates',
  more: 'More about tax',
  none: 'none',
  notFilledIn: 'not filled in',
  rounding: 'New prices',
  modes: { off: 'Off', included: 'Included in prices', added: 'Added to prices' },
  plan: 'Plan a Change',
  from: 'From',
  planned: (day: string, mode: string) => `From ${day}: ${mode}`,
  remove: 'Remove',
  planRemoved: 'The planned change is removed',
  tin: 'TIN',
  day: 'Tax day',
  dayHint: 'The day that decides which rate a sale has.',
  usdStep: 'The price assistant rounds $ to',
  assistant: 'Price Assistant',
  classes: 'Tax classes',
  noRate: 'No rate',
  inactive: 'Inactive',
  edit: (name: string) => `Edit ${name}`,
  add: 'Add Class',
  suggest: 'Fill in suggested rates',
  suggested: (now: string, later: string) => `Standard gets ${now}, and ${later}.`,
  check: 'Check these figures before you save.',
  categories: 'Tax class by category',
  fiscal: 'Fiscal device',
  address: 'Adapter address',
  policy: 'Receipts',
  waitSeconds: 'Wait for (seconds)',
};

export const MODES: readonly { value: TaxMode; label: string }[] = [
  { value: 'off', label: words.modes.off },
  { value: 'included', label: words.modes.included },
  { value: 'added', label: words.modes.added },
];

export const MODES_ON = MODES.filter(({ value }) => value !== 'off');

export const DAYS = [
  { value: 'business', label: 'Business day' },
  { value: 'calendar', label: 'Calendar day' },
] as const;

export const service = {
  title: 'Service charge',
  why: 'A percentage on the bill, for large groups or for every guest. It belongs to the house; a tip belongs to staff.',
  when: 'When it is added',
  whenHint: {
    off: undefined,
    manual: 'Staff add it to an order.',
    auto: 'It is on every order of enough guests.',
  },
  saved: {
    off: 'No service charge from now on',
    manual: 'Staff add the service charge by hand',
    auto: 'The service charge is added automatically',
  },
  percent: 'Percent',
  fromGuests: 'From guests',
  taxClass: 'Tax class',
};

export const SERVICE_MODES = [
  { value: 'manual', label: 'By hand' },
  { value: 'auto', label: 'Automatic' },
] as const;

export const POLICIES = [
  { value: 'later', label: 'Print now, sign later' },
  { value: 'wait', label: 'Wait, then print' },
  { value: 'hold', label: 'Hold until signed' },
] as const;

export const dialog = {
  add: 'Add Tax Class',
  edit: 'Edit Tax Class',
  name: 'Name',
  nameMissing: 'Name is required',
  kind: 'Kind',
  active: 'Active',
  rates: 'Rates',
  rate: (row: number) => `Rate ${row}`,
  from: 'From',
  always: 'Always',
  taxName: 'Tax name',
  taxNameMissing: 'Tax name is required',
  percent: 'Percent',
  percentWrong: 'Between 0.01 and 100',
  addRate: 'Add Rate',
  addPart: 'Add Part',
  remove: 'Remove',
  removePart: (name: string) => (name ? `Remove ${name}` : 'Remove this part'),
  tryIt: 'Try it',
  tryHint: 'An amount in $',
  result: (tax: string, net: string) => `Tax ${tax}, net ${net}`,
  noRate: 'No rate on this day',
  save: 'Save Changes',
  cancel: 'Cancel',
  saved: 'Tax class saved',
  failed: 'Failed to save the tax class',
};

export const KINDS: readonly { value: TaxClass['kind']; label: string }[] = [
  { value: 'taxed', label: 'Taxed' },
  { value: 'zero', label: 'Zero-rated' },
  { value: 'exempt', label: 'Exempt' },
  { value: 'outside', label: 'Outside tax' },
];

/** Words of the setting for what bartenders see. */
import type { Settings } from '../settings';

type Sees = Settings['people']['bartendersSee'];

export const bartendersSee = {
  label: 'Bartenders see',
  hint: 'Sales, receipts and sums. Everybody sees open orders, unpaid bills and what customers owe.',
  name: { all: 'All', own: 'Their own', nothing: 'Nothing' } satisfies Record<Sees, string>,
  saved: {
    all: 'Bartenders see all sales',
    own: 'Bartenders see their own sales',
    nothing: 'Bartenders see no sums, and their own sales of the day',
  } satisfies Record<Sees, string>,
};

export const BARTENDERS_SEE: readonly { value: Sees; label: string }[] = [
  { value: 'all', label: bartendersSee.name.all },
  { value: 'own', label: bartendersSee.name.own },
  { value: 'nothing', label: bartendersSee.name.nothing },
];

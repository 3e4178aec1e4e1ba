/** Words of a cart that could not be put on a tab. A file of its own, loaded with the dialog. */
import { tab } from '../strings';

export const words = {
  title: 'Put on tab',
  ...tab,
  unanswered: 'We are not sure the last tab arrived. Tap Put on tab again; it cannot be added twice.',
  tonight: 'Open tonight',
  before: 'Owe from before',
  newTab: 'New tab',
  search: 'Search name or phone',
  failed: 'Failed to add items to tab. Please try again.',
  noAnswer: 'The box did not answer. Tap Put on tab again; it cannot be added twice.',
  pricesChanged: 'Prices have changed. Check the total and tap Put on tab again.',
  rateChanged: (line: string) => `Now ${line}. Check the total and tap Put on tab again.`,
};

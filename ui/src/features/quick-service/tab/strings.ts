/** Words of a cart that could not be put on a tab. A file of its own, loaded with the dialog. */
import { tab } from '../strings';

export const words = {
  ...tab,
  failed: 'Failed to add items to tab. Please try again.',
  noAnswer: 'The box did not answer. Tap Put on tab again; it cannot be added twice.',
  pricesChanged: 'Prices have changed. Check the total and tap Put on tab again.',
  rateChanged: (line: string) => `Now ${line}. Check the total and tap Put on tab again.`,
};

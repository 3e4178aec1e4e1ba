/** Words of the dialogs of tabs, which are loaded after the screen: items are added, a tab is opened. */
import { formatCount } from '../../../lib/format';

export const adding = {
  title: 'Add Items',
  selected: (count: number) => `${formatCount(count)} item(s) selected`,
  total: 'Total',
  submit: 'Add to Tab',
  pending: 'Adding…',
  nothing: 'Select at least one item',
  gone: 'What is no longer sold was not added.',
  done: 'Added to tab',
  failed: 'Failed to add items to tab. Please try again.',
  noAnswer: 'The box did not answer. Tap Add to Tab again; nothing is added twice.',
};

export const opening = {
  title: 'New tab',
  submit: 'Open tab',
  savedBefore: 'Your last try went through. What is shown here is not on a tab yet.',
  noAnswer: 'The box did not answer. Tap Open tab again; nothing is added twice.',
  unanswered: 'We are not sure the last tab arrived. Tap Open tab again; it cannot be added twice.',
  pricesChanged: 'Prices have changed. Check the total and tap Open tab again.',
  rateChanged: (line: string) => `Now ${line}. Check the total and tap Open tab again.`,
};

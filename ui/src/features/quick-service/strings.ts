/** Words of Quick Service. */

export const words = {
  title: 'Quick Service',
  cart: 'Cart',
  openCart: 'Open cart',
  results: 'Found',
  jump: 'Jump to',
  tip: (amount: string) => `Tip: ${amount}`,
  process: 'Process Sale',
  done: 'Sold',
  changeOn: (given: string | null) => (given ? `Change to give on ${given}` : 'Change to give'),
  failed: 'Failed to process sales',
  noAnswer: 'The box did not answer. Tap Process Sale again; it cannot be charged twice.',
  pricesChanged: 'Prices have changed. Check the total and tap Process Sale again.',
  rateChanged: (line: string) => `Now ${line}. Check the total and tap Process Sale again.`,
  updated: 'Cart updated',
  removed: 'Removed from the cart.',
  items: (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`,
};

export const tab = {
  done: (name: string) => `On ${name}’s tab`,
  toast: 'Added to tab',
  savedEarlier: 'Your last try went through. The rest is still in the cart.',
};

/** Words of the exchange rate screen. */
export const words = {
  title: 'Exchange Rate',
  current: 'Current Rate',
  updated: (when: string) => `Last updated ${when}`,
  loadFailed: 'The exchange rate could not be loaded',
  change: 'Change the rate',
  newRate: 'New Rate',
  newRateHint: 'Liberian dollars for one US dollar',
  quick: 'Quick select',
  quickRate: (rate: number) => `${rate} LRD`,
  submit: 'Update Rate',
  pending: 'Updating...',
  done: 'Exchange Rate Updated',
  failed: 'Update Failed',
  failedDetail: 'Failed to update exchange rate',
  invalid: 'Invalid Rate',
  invalidDetail: 'Please enter a valid exchange rate',
  question: (before: string, after: string) => `The rate changes from ${before} to ${after}. Is that right?`,
  impact: (before: string, after: string, share: string) =>
    `The rate changes from ${before} to ${after} LRD (${share}).`,
  impactExample: (usd: string, before: string, after: string) =>
    `What costs ${usd} will cost ${after} instead of ${before}. Prices set in both currencies stay, and so do sales, orders and receipts already made.`,
  converter: 'Converter',
  converterAt: (line: string) => `At ${line}`,
  usd: 'USD',
  lrd: 'LRD',
  history: 'Earlier rates',
  historyFailed: 'The earlier rates could not be loaded',
  historyEmpty: 'The rate has not been changed yet',
};

/** The rate that head office suggests. */
export const suggested = {
  title: (rate: string) => `Head office suggests ${rate} LRD per USD`,
  by: (who: string) => `Asked by ${who}`,
  use: (rate: string) => `Use ${rate}`,
  ignore: 'Ignore',
  used: 'Exchange Rate Updated',
  ignored: 'Suggestion ignored',
  useFailed: 'Update Failed',
  ignoreFailed: 'Failed to ignore the suggestion',
  question: words.question,
  tryAgain: 'Please try again',
};

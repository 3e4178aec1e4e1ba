/** Words of the sheet Correct Method. */
export const words = {
  title: 'Correct Method',
  loadFailed: 'The payments could not be loaded',
  none: 'There is no payment to correct',
  payment: 'Payment',
  paidBy: 'It was paid by',
  stays: 'Only how it was paid changes. What was entered stays on record.',
  noAmount: 'Enter an amount above 0',
  save: 'Save',
  failed: 'Failed:',
  noAnswer: 'The box does not answer. Please try again.',
  done: 'Payment corrected',
  change: (amounts: string) => `Change: ${amounts}`,
};

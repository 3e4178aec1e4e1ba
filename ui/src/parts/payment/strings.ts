/** Words of taking money: on an order, and on a tab. */
export const words = {
  method: 'Payment Method',
  cashReceived: 'Cash received',
  /** The amount by a method that gives no change. */
  amount: 'Amount',
  other: 'Other',
  pending: 'Processing…',
  done: 'Payment Processed',
  withReceipt: 'Payment completed! Digital receipt generated.',
  recorded: 'Payment has been recorded successfully',
  savedBefore: (amount: string) => `The payment of ${amount} was saved before. Nothing more was taken.`,
  /** A part payment: the toast's second line. */
  open: (received: string, usd: string, lrd: string) => `Received ${received}. Still owed ${usd} / ${lrd}.`,
  change: (amount: string) => `Change: ${amount}`,
  changeOn: (given: string) => `Change to give on ${given}`,
  viewReceipt: 'View receipt',
  close: 'Done',
  tip: (amount: string) => `Tip: ${amount}`,
  noAmount: 'Please enter a payment amount',
  noAnswer: 'The box did not answer. Tap again; it cannot be taken twice.',
  tooMuch: 'This is more than is due. Only cash can give change.',
  aCard: 'A card',
  noChange: (method: string) => `${method} cannot give change`,
  rateChanged: (line: string) => `The rate has changed: ${line}. Check what remains.`,
};

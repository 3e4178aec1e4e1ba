/** Words of tips where money is taken. */
export const words = {
  tip: 'Tip',
  usd: 'Tip USD',
  lrd: 'Tip LRD',
  keep: 'Keep the change',
  /** `Tip $2.50` */
  kept: (amount: string) => `Tip ${amount}`,
  tooLarge: 'The tip is more than what is left after the bill',
};

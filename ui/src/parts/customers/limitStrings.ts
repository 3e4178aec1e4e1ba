/** Words of how near a tab is to its limit. */
export const limits = {
  near: 'Near limit',
  over: 'Over limit',
  limit: (amount: string) => `Limit ${amount}`,
  left: (amount: string) => `${amount} left`,
  beyond: (amount: string) => `${amount} over: the next item asks a manager`,
};

/** Words of what stands in place of a cart that was sold. A file of its own, loaded with it. */
export const words = {
  sold: 'Sale completed',
  change: (amount: string) => `Change: ${amount}`,
  soldEarlier: (receipt: string) => `${receipt} was saved before. The rest is still in the cart.`,
  viewReceipt: 'View receipt',
};

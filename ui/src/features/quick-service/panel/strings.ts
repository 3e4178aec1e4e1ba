/** Words of the opened cart. A file of its own, loaded with it. */
export const words = {
  clear: 'Clear',
  putOnTab: 'Put on tab',
  total: 'Total',
  paymentMethod: 'Payment Method',
  cartEmpty: 'The cart is empty',
  cartEmptyLead: 'Tap a product to add it',
  allInCart: (stock: number) => `all ${stock} in cart`,
  unanswered: 'We are not sure the last sale arrived. Tap Process Sale again; it cannot be charged twice.',
  park: 'Park',
  /** What the key / is for. */
  search: 'Search',
  carts: 'Carts',
  now: 'Now',
  parkedCart: (amount: string) => `Parked · ${amount}`,
};

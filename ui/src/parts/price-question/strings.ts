/** Words of the question about a price or a rate. */
export const words = {
  price: (before: string, after: string) => `The price changes from ${before} to ${after}.`,
  rate: (before: string, after: string) => `The rate changes from ${before} to ${after}.`,
  right: (parts: readonly string[]) => `${parts.join(' ')} Is that right?`,
};

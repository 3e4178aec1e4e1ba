/** Texts of the error cards, which any page may show. */
export const words = {
  notFound: 'Page Not Found',
  notFoundLead: 'There is nothing at this address.',
  toStart: 'Go to the start page',
};

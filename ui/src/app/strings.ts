/** Texts of the error cards, which any page may show. */
export const words = {
  notFound: 'Page Not Found',
  notFoundLead: 'There is nothing at this address.',
  toStart: 'Go to the start page',
};

/** Where only admins read the reports. */
export const denied = {
  title: 'Reports',
  onlyAdmins: 'Only admins can open Reports',
  otherAccount: 'You need another account for this page',
  signIn: 'Use another account',
};

/** Words about head office that several screens share. */
export const words = {
  owned: 'Set by head office',
  ownedFields: (fields: string) => `Set by head office: ${fields}`,
  detach: 'Detach',
  detachQuestion: (name: string) => `Detach ${name} from head office?`,
  detachDetail:
    'Everything about it is yours to change then. Head office cannot change it any more, not even its price.',
  detached: (name: string) => `${name} is yours now`,
  detachFailed: 'Failed to detach the product',
  tryAgain: 'Please try again',
  lookUpFailed: 'Head office could not be looked up',
  beside: (since: string | null) =>
    `Head office counts another box of this bar${since === null ? '' : ` since ${since}`}. If that box took over, stop this one.`,
  toSettings: 'See the connection',
};

/** The fields that head office may set, as the forms name them. */
export const fields: Record<string, string> = {
  name: 'Name',
  brand: 'Brand',
  barcode: 'Barcode',
  category: 'Category',
  description: 'Description',
  taxClass: 'Tax Class',
  currency: 'Currency',
  priceUSD: 'USD Price',
  priceLRD: 'LRD Price',
};

/** An admin whom head office sends. */
export const newAdmin = {
  title: (name: string) => `Head office sends a new admin: ${name}`,
  by: (username: string, who: string) =>
    `Signs in as ${username}, with the password from head office. Asked by ${who}.`,
  allow: 'Allow',
  decline: 'Decline',
  allowed: (name: string) => `${name} may sign in as an admin`,
  declined: (name: string) => `${name} is not an admin here`,
  allowFailed: 'Failed to allow the admin',
  declineFailed: 'Failed to decline the admin',
  tryAgain: 'Please try again',
};

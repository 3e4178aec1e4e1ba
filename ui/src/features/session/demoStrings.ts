/** Words and accounts of a demo box. A file of its own, because the sign-in page must stay small. */
export const demo = {
  mark: 'DEMO',
  hint: 'Try it with one of these accounts',
};

/** Username and password. */
export const DEMO_ACCOUNTS = [
  ['admin', 'admin123'],
  ['manager', 'manager123'],
  ['bartender', 'bartender123'],
] as const;

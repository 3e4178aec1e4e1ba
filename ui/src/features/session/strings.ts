/** Words of signing in. */
export const signIn = {
  lead: 'Sign in to start your shift',
  username: 'Username',
  password: 'Password',
  submit: 'Sign In',
  pending: 'Signing in...',
  failed: 'Login failed',
  unreachable: "Can't reach the Barback box",
  blank: 'Please enter your username and password',
  expired: 'Please sign in again',
  otherAccount: 'You need another account for this page',
  onlyAdminsReports: 'Only admins can open Reports',
  back: 'Back',
  demo: 'DEMO',
  demoHint: 'Try it with one of these accounts',
};

/** The accounts of a demo box, username and password. */
export const DEMO_ACCOUNTS = [
  ['admin', 'admin123'],
  ['manager', 'manager123'],
  ['bartender', 'bartender123'],
] as const;
